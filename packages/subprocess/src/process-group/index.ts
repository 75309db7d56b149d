export { groupAlive } from './group-alive.js';
export { type EndMode, type EndOptions, GroupEnding } from './group-ending.js';
export { type Exit, type ProcessGroup, spawnGroup } from './spawn-group.js';
export { Tail } from './tail.js';

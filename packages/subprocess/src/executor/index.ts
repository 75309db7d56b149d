export type { SubprocessOptions, SubprocessTool, SubprocessWorkspace } from './options.js';
export { type SubprocessExecutor, type SubprocessStats, subprocess } from './subprocess.js';

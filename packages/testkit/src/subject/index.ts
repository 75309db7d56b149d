export { AdapterError, type AdapterProblem } from './adapter-error.js';
export { type CallerSubjectOptions, callerSubject } from './caller-subject.js';
export type * from './caller-turn.js';
export { type ChainSubjectOptions, chainSubject } from './chain-subject.js';
export { type CompositeSubjectOptions, compositeSubject } from './composite-subject.js';
export { type ExecutorSubjectOptions, executorSubject } from './executor-subject.js';
export type * from './subject.js';
export { type LayerInstance, type WrapperSubjectOptions, wrapperSubject } from './wrapper-subject.js';

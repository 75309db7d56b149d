/**
 * Laws of the executor contract, and a kit that checks any executor, wrapper, composite, chain or caller against them.
 *
 * @packageDocumentation
 */
export type { Answers } from './generate/answers.js';
export type { CallSeed, LayerSeed, Scenario, StepSeed, ToolSeed } from './generate/scenario.js';
export type { SentinelOptions } from './generate/sentinel.js';
export type { Law, Need } from './law/law.js';
export { laws } from './laws/index.js';
export * from './report-types/index.js';
export * from './run/index.js';
export * from './subject/index.js';
export type { ChangeSeed, CrashPoint, CrashSeed, PersonSeed, ProposalSeed, TurnSeed } from './turn/turn-seed.js';
export type { TurnTool } from './turn/turn-tools.js';

/** The tool by which a model gives a task to another agent and waits for its answer. The turn loop runs it itself. */
export const delegateToolName = 'delegate_to';

/** The tool by which a model leaves the conversation to another agent. The turn loop runs it itself. */
export const handoffToolName = 'hand_off_to';

/** Whether the turn loop runs a tool of this name itself. */
export const isReservedTool = (name: string): boolean => name === delegateToolName || name === handoffToolName;

import { contractVersion, defineExecutor, type ToolExecutor } from '@pawl/core';
import { show } from '../compare/show.js';
import { NotSettled } from '../law/violation.js';
import type { Waiting } from '../world/waiting.js';
import { AdapterError } from './adapter-error.js';
import type { CallerSubject, Subject } from './subject.js';

const kinds = ['executor', 'wrapper', 'composite', 'chain', 'caller'];

const factories = 'executorSubject, wrapperSubject, compositeSubject, chainSubject or callerSubject';

/** @throws {AdapterError} for what was not made by one of the subject factories, or for another contract. */
export const requireSubject: (value: unknown) => asserts value is Subject = (value) => {
  if (value === undefined || value === null) {
    throw new AdapterError('nothing', `there is no subject: export one that ${factories} made`);
  }
  if (typeof value !== 'object' || !kinds.includes(String(Reflect.get(value, 'kind')))) {
    throw new AdapterError('not-a-subject', `${show(value)} is no subject: make it with ${factories}`);
  }
  const subject = value as Subject; // its kind has just been looked at
  const version = subject.contractVersion ?? contractVersion;
  if (version !== contractVersion) {
    throw new AdapterError(
      'contract-version',
      `${subject.name} is written for contract version ${version}, this kit checks version ${contractVersion}: install the versions of @pawl/core and @pawl/testkit that belong together`,
    );
  }
};

/** In a box, because an executor with a `then` of its own would be taken for a promise on its way through `await`. */
interface Box {
  readonly executor: ToolExecutor;
}

const made = async (subject: Exclude<Subject, CallerSubject>, waiting: Waiting): Promise<Box> => {
  const create = async (): Promise<Box> => {
    switch (subject.kind) {
      case 'executor': {
        const executor = subject.create();
        // A bare Proxy has a `then` too, so only a real promise is waited for.
        return { executor: executor instanceof Promise ? await executor : executor };
      }
      case 'wrapper':
        return { executor: subject.wrap(defineExecutor({ workspace: 'none' })).executor };
      case 'composite': {
        const executor = subject.create([
          { name: 'alpha', executor: defineExecutor({ workspace: 'none' }) },
          { name: 'beta', executor: defineExecutor({ workspace: 'none' }) },
        ]);
        return { executor: executor instanceof Promise ? await executor : executor };
      }
      case 'chain':
        return {
          executor: subject.layers.reduceRight((inner, item) => item(inner), defineExecutor({ workspace: 'none' })),
        };
    }
  };
  try {
    return await waiting.settle(create(), `${subject.name}: making it`);
  } catch (error) {
    if (error instanceof NotSettled) {
      throw new AdapterError(
        'never-settled',
        `${subject.name}: making it did not settle in time; let \`create\` resolve, or raise \`patienceMs\``,
        { cause: error },
      );
    }
    const text = error instanceof Error ? error.message : show(error);
    throw new AdapterError(
      'create-failed',
      `${subject.name}: making it failed with "${text}"; the kit has to be able to make one for every run`,
      { cause: error },
    );
  }
};

/**
 * Makes the subject twice, before any law runs.
 *
 * @throws {AdapterError} where nothing comes, it throws, it never settles, or the same instance comes twice.
 */
export const checkAdapter = async (subject: Subject, waiting: Waiting): Promise<void> => {
  // A caller makes nothing: it is run.
  if (subject.kind === 'caller') return;
  const { executor: first } = await made(subject, waiting);
  if ((typeof first !== 'object' && typeof first !== 'function') || first === null) {
    throw new AdapterError(
      'create-failed',
      `${subject.name}: it gives ${show(first)} where an executor is due; return the executor`,
    );
  }
  const { executor: second } = await made(subject, waiting);
  if (first === second) {
    throw new AdapterError(
      'same-instance',
      `${subject.name}: it hands out the same instance twice; make a new one each time, so that runs cannot see one another`,
    );
  }
  if (subject.kind === 'executor') {
    await subject.dispose?.(first);
    await subject.dispose?.(second);
  }
};

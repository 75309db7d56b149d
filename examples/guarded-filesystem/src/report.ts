/** One thing the demo shows: what it did, what came back, and whether that is what had to come back. */
export interface StepResult {
  readonly number: number;
  readonly title: string;
  readonly lines: readonly string[];
  readonly checks: readonly { readonly sentence: string; readonly ok: boolean }[];
}

/** What a step writes to. */
export interface Page {
  /** A line of real output. */
  show(line: string): void;
  /** What must hold; the demo fails where it does not. */
  expect(sentence: string, ok: boolean): void;
}

/** A step of the demo. */
export interface Step<World> {
  readonly title: string;
  run(world: World, page: Page): Promise<void>;
}

/** Runs the steps one after the other; a step that throws has failed, and the next one still runs. */
export const runSteps = async <World>(
  steps: readonly Step<World>[],
  world: World,
  done: (result: StepResult) => void,
): Promise<readonly StepResult[]> => {
  const results: StepResult[] = [];
  for (const [index, { title, run }] of steps.entries()) {
    const lines: string[] = [];
    const checks: { sentence: string; ok: boolean }[] = [];
    const page: Page = { show: (line) => lines.push(line), expect: (sentence, ok) => checks.push({ sentence, ok }) };
    try {
      await run(world, page);
    } catch (error) {
      page.expect(`nothing is thrown, but: ${error instanceof Error ? error.message : String(error)}`, false);
    }
    const result = { number: index + 1, title, lines, checks };
    results.push(result);
    done(result);
  }
  return results;
};

/** A step as text. */
export const printStep = ({ number, title, lines, checks }: StepResult): string =>
  [
    `${number}. ${title}`,
    ...lines.map((line) => `     ${line}`),
    ...checks.map(({ sentence, ok }) => `   ${ok ? '✓' : '✗'} ${sentence}`),
    '',
  ].join('\n');

/** Whether a step did all that it had to: at least one check, and every one of them. */
export const behaved = ({ checks }: StepResult): boolean => checks.length > 0 && checks.every(({ ok }) => ok);

import { ExponentialBackoff, noJitterGenerator } from 'cockatiel';

/** The default waits without what is random in them. */
export class NoJitter extends ExponentialBackoff<number> {
  constructor() {
    super({ initialDelay: 100, maxDelay: 30_000, generator: noJitterGenerator });
  }
}

// node:test has no globals; the other three runners do, so that one file suits all four.
import { test } from 'node:test';

globalThis.test = test;

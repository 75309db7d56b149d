import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { derivedSpecs, layer } from '@pawl/core';
import { chainSubject, checkConformance, wrapperSubject } from '@pawl/testkit';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderHtml, renderJunit } from '../src/report/index.js';

const executablePath = '/usr/bin/chromium';
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const same = layer('same', { specs: 'narrows' }, (inner) => ({ specs: derivedSpecs(inner.specs, (specs) => specs) }));
const rebuilt = layer('rebuilt <b>bold</b>', { specs: 'narrows' }, (inner) => ({
  specs: derivedSpecs(inner.specs, (specs) => specs.map((spec) => ({ ...spec }))),
}));

// Debian's package; without it there is no browser to look with.
describe.skipIf(!existsSync(executablePath))(`the HTML report in ${executablePath}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawl-html-'));
  let browser: Browser;
  let junit: string;

  beforeAll(async () => {
    const subjects = [
      wrapperSubject({ name: 'a good one', layer: same }),
      chainSubject({ name: 'a stack', layers: [same, rebuilt] }),
    ];
    const options = { profile: 'quick', laws: ['SPC-01', 'SPC-02', 'FWD-04', 'DEF-01'] } as const;
    const reports = [];
    for (const subject of subjects) reports.push(await checkConformance(subject, options));
    writeFileSync(join(folder, 'report.html'), renderHtml(reports));
    junit = renderJunit(reports);
    browser = await chromium.launch({ executablePath, args });
  });

  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (width: number, colorScheme: 'light' | 'dark'): Promise<{ page: Page; heard: string[] }> => {
    const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme });
    const heard: string[] = [];
    const own = pathToFileURL(join(folder, 'report.html')).href;
    page.on('console', (message) => void heard.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => void heard.push(`error: ${error.message}`));
    page.on('request', (request) => {
      if (request.url() !== own && !request.url().startsWith('data:')) heard.push(`request: ${request.url()}`);
    });
    await page.goto(own);
    return { page, heard };
  };

  it.each([
    [1200, 'light'],
    [1200, 'dark'],
    [390, 'light'],
  ] as const)(
    'is readable at %i pixels in %s, asks nobody for anything and says nothing in the console',
    async (width, scheme) => {
      const { page, heard } = await open(width, scheme);
      for (const text of ['2 subjects, 1 not conformant', 'rebuilt <b>bold</b>', 'expected', 'replay']) {
        expect(await page.getByText(text).first().isVisible()).toBe(true);
      }
      const guilty = page.locator('.chain .guilty .box');
      expect(await guilty.locator('code').textContent()).toBe('specs');
      expect(await page.locator('.matrix').count()).toBe(2);
      // Nothing sticks out: only the matrix and code scroll, each in its own frame.
      expect(await page.evaluate('document.documentElement.scrollWidth - window.innerWidth')).toBe(0);
      expect(heard).toEqual([]);
      await page.close();
    },
  );

  it('has another paper in the dark', async () => {
    const papers = [];
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await open(1200, scheme);
      papers.push(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
      await page.close();
    }
    expect(new Set(papers).size).toBe(2);
  });

  it('leads from a failed law to its counterexample', async () => {
    const { page } = await open(1200, 'light');
    await page.getByRole('link', { name: 'SPC-01' }).click();
    expect(await page.locator('article:target h4').textContent()).toContain('specs-narrowed');
    await page.close();
  });

  it('reads JUnit XML that is well formed', async () => {
    const { page } = await open(1200, 'light');
    const read = `new DOMParser().parseFromString(${JSON.stringify(junit)}, 'application/xml').documentElement.nodeName`;
    expect(await page.evaluate(read)).toBe('testsuites');
    await page.close();
  });
});

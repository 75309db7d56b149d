import { capabilities, type ToolAnnotations, type ToolExecutor, type ToolSpec, toolCall } from '@pawl/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { echo, spec } from '../../test/fake-base.js';
import { narrowing } from '../narrowing/narrowing.js';
import { retrievalGate } from './retrieval-gate.js';

const everything = () => capabilities('local-read', 'local-write', 'arbitrary-egress');
const hiding = (specs: readonly ToolSpec[], parts: Partial<ToolExecutor> = {}, recoverLimit = 3): ToolExecutor =>
  retrievalGate({ query: 'shown', k: 0, pinned: ['shown'], recoverLimit })(
    echo([...specs, spec('shown')], { requiredCapabilities: everything, ...parts }),
  );
const offered = async (tools: ToolExecutor, tool: string) =>
  (await tools.recoverUnadvertised(toolCall({ id: '1', tool }))).map(({ name }) => name);
const offer = (asked: string, name: string, annotations?: ToolAnnotations) =>
  offered(hiding([spec(name, annotations === undefined ? {} : { annotations })]), asked);

const reads = { readOnlyHint: true } as const;

describe('recovery: what a call meant', () => {
  it('gives a hidden tool by its own name, whatever it does, and that tool alone', async () => {
    const tools = hiding([spec('delete_all_files'), spec('delete_all_file')]);
    expect(await offered(tools, 'delete_all_files')).toEqual(['delete_all_files']);
  });

  it.each([
    'getStockPrice',
    'get-stock-price',
    'GET_STOCK_PRICE',
    'getstockprice',
    'stock.get_price',
    'get_stok_price',
    'get_stcok_price',
    'gett_stock_price',
    'functions.get_stock_price',
    'get_stock_prices',
  ])('knows %s for get_stock_price, hints or none', async (asked) => {
    expect(await offer(asked, 'get_stock_price')).toEqual(['get_stock_price']);
  });

  it.each(['fetch_stock_price', 'stock_price', 'lookup_stock_price'])(
    'offers for %s a tool that is known to be read-only, or nothing',
    async (asked) => {
      expect(await offer(asked, 'get_stock_price')).toEqual([]);
      expect(await offer(asked, 'get_stock_price', { destructiveHint: false })).toEqual([]);
      const classified = hiding([spec('get_stock_price')], { requiredCapabilities: () => capabilities('local-read') });
      const known = await Promise.all([offer(asked, 'get_stock_price', reads), offered(classified, asked)]);
      // A verb that only resembles is no slip either.
      expect(known).toEqual(asked.startsWith('lookup') ? [[], []] : [['get_stock_price'], ['get_stock_price']]);
    },
  );

  it.each([
    ['get_weather', 'get_traffic'],
    ['get_weather', 'shown_weather_radar_station_list_of_europe'],
    ['zzz', 'get_weather'],
    ['get_stock_price_history_monthly', 'get_stock_price_history_chart'],
    ['', 'get_weather'],
    ['___', 'get_weather'],
    ['x'.repeat(100_000), 'get_weather'],
    ['get weather '.repeat(20), 'get_weather'],
    ['encode_sha256', 'encode_sha512'],
  ])('refuses %s for %s', async (asked, name) => {
    expect(await offer(asked, name, reads)).toEqual([]);
  });

  it('offers no more than its limit, the likeliest first, and none that is advertised', async () => {
    const specs = ['get_report_a', 'get_report_b', 'get_report', 'get_report_c'].map((name) =>
      spec(name, { annotations: reads }),
    );
    const found = await offered(hiding(specs), 'fetch_report');
    expect(found).toHaveLength(3);
    expect(found[0]).toBe('get_report');
    expect(await offered(hiding(specs, {}, 0), 'fetch_report')).toEqual([]);
    expect(await offered(hiding(specs), 'Shown')).toEqual([]);
    expect(await offered(hiding(specs), 'shown')).toEqual([]);
  });

  it('adds to what the inner recovers, without what is advertised or found twice', async () => {
    const extra = spec('extra');
    const hidden = spec('get_report');
    const inner = { recoverUnadvertised: async () => [extra, spec('shown'), hidden] };
    expect(await offered(hiding([hidden], inner), 'get_reprot')).toEqual(['extra', 'get_report']);
  });

  it('stays silent where the inner has nothing, and offers nothing that the inner does not own', async () => {
    const empty = retrievalGate({ query: 'x', k: 1, pinned: ['a'], whenUnmatched: 'ignore' })(echo([]));
    expect(await offered(empty, 'get_report')).toEqual([]);
    const disowning = hiding([spec('get_report')], { owns: (tool) => tool === 'shown' });
    expect(await offered(disowning, 'get_reprot')).toEqual([]);
    expect(await offered(disowning, 'get_report')).toEqual([]);
  });
});

describe('recovery: never more power than was asked for', () => {
  it.each([
    ['unblock_user', 'block_user'],
    ['block_user', 'unblock_user'],
    ['unblok_user', 'block_user'],
    ['enable_login', 'disable_login'],
    ['activate_card', 'deactivate_card'],
    ['unfrobnicate_user', 'frobnicate_user'],
    ['defrobnicate_user', 'frobnicate_user'],
    ['open_door', 'reopen_door'],
    ['move_file', 'remove_file'],
    ['set_password', 'reset_password'],
    ['grant_role', 'revoke_role'],
    ['get_file', 'delete_file'],
    ['get_user', 'get_and_delete_user'],
    ['file', 'delete_file'],
    ['delete_file', 'delete_all_files'],
    ['delete_file', 'delete_files'],
    ['delete_file', 'force_delete_file'],
    ['delete_user', 'delete_user_group'],
    ['delete_draft_message', 'delete_message'],
    ['create_note', 'delete_note'],
    ['preview_send_email', 'send_email'],
    ['do_not_send_email', 'send_email'],
    ['sent_email', 'send_email'],
    ['deleted_files', 'delete_files'],
    ['get_deleted_files', 'delete_files'],
    ['creates_user', 'create_user'],
    ['creating_user', 'create_user'],
    ['turn_light_on', 'turn_light_off'],
    ['record_call', 'rerecord_call'],
    ['mend_email', 'send_email'],
  ])('%s never gets %s', async (asked, name) => {
    expect(await offer(asked, name)).toEqual([]);
    expect(await offer(asked, name, { destructiveHint: true })).toEqual([]);
  });

  it.each([
    ['delte_file', 'delete_file'],
    ['remove_file', 'delete_file'],
    ['delete_file', 'delete_old_file'],
    ['create_issue', 'github__create_issue'],
    ['delete_old_file', 'delete_old_file_'],
    ['unblokc_user', 'unblock_user'],
  ])('%s gets %s: the same act on the same thing', async (asked, name) => {
    expect(await offer(asked, name)).toEqual([name]);
  });

  it('may lose a word that widens, where the tool only reads', async () => {
    expect(await offer('list_all_files', 'list_files', reads)).toEqual(['list_files']);
    expect(await offer('list_files', 'list_all_files', reads)).toEqual([]);
    expect(await offer('list_not_files', 'list_files', reads)).toEqual([]);
  });

  it('gives a name that reads no tool whose hints say that it changes something, not even for a slip', async () => {
    expect(await offer('get_reprot', 'get_report', { readOnlyHint: false })).toEqual([]);
    expect(await offer('get_reprot', 'get_report', { destructiveHint: true })).toEqual([]);
    expect(await offer('make_note', 'create_note', { destructiveHint: true })).toEqual([]);
  });

  it('takes no name that the inner owns for a slip of another', async () => {
    const all = [spec('get_report'), spec('get_reports'), spec('shown')];
    const shortened = echo(all, { specs: () => all.slice(1) });
    const tools = retrievalGate({ query: '', k: 0, pinned: ['shown'] })(shortened);
    expect(await offered(tools, 'get_report')).toEqual([]);
    expect(await offered(tools, 'get_reprots')).toEqual(['get_reports']);
  });

  it('recovers through two gates what the inner one hides', async () => {
    const all = echo([spec('get_report'), spec('other'), spec('shown')]);
    const gate = () => retrievalGate({ query: '', k: 0, pinned: ['shown'] });
    expect(await offered(gate()(gate()(all)), 'get_reprot')).toEqual(['get_report']);
  });

  it('offers nothing that a narrowing beneath withholds', async () => {
    const policy = narrowing({ deny: ['*block*'] })(echo([spec('block_user'), spec('unblock_user'), spec('shown')]));
    const tools = retrievalGate({ query: '', k: 0, pinned: ['shown'] })(policy);
    for (const asked of ['block_user', 'unblock_user', 'blockUser', 'blokc_user']) {
      expect(await offered(tools, asked)).toEqual([]);
    }
  });

  it('never offers what destroys for a name that reads, whatever the names', async () => {
    const noun = fc.constantFrom('file', 'user', 'all', 'lock', 'report', 'get');
    const verb = fc.constantFrom('delete', 'get', 'list', 'block', 'unblock', 'purge', 'create', 'fetch');
    const name = fc.tuple(verb, noun, noun).map((words) => words.join('_'));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { maxLength: 8 }),
        fc.constantFrom('get', 'list', 'fetch'),
        noun,
        async (all, reading, thing) => {
          const annotated = all.map((each, at) => spec(each, { annotations: { destructiveHint: at % 2 === 0 } }));
          const asked = `${reading}_${thing}`;
          for (const found of await hiding(annotated).recoverUnadvertised(toolCall({ id: '1', tool: asked }))) {
            expect(found.annotations?.destructiveHint).toBe(false);
            expect(found.name).not.toMatch(/delete|purge|create|block/);
          }
        },
      ),
    );
  });
});

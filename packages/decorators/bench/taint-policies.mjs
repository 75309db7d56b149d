// One policy a suite, as an operator would write it from what the tools do. Fixed destinations are the operator's own:
// the members and channels of the workspace, and a sum that is paid without a question.

const event = {
  '/title': 'words',
  '/description': 'content',
  '/location': 'trusted',
  '/start_time': 'content',
  '/end_time': 'content',
  '/participants/*': 'found',
};

const mail = {
  '/recipients/*': 'trusted',
  '/cc/*': 'trusted',
  '/bcc/*': 'trusted',
  '/subject': 'words',
  '/body': 'content',
};

const payment = { '/amount': { atMost: 250 }, '/subject': 'content', '/date': 'content', '/recurring': 'content' };

const members = { oneOf: ['Alice', 'Bob', 'Charlie', 'Eve'] };
const channels = ['general', 'random', 'private'];

/** @type {Record<string, import('@pawl/decorators/taint-gate').TaintPolicy>} */
export const policies = {
  workspace: {
    rules: [
      { tool: 'send_email', args: mail },
      { tool: 'create_calendar_event', args: event },
      {
        tool: 'reschedule_calendar_event',
        args: { '/event_id': 'found', '/new_start_time': 'day', '/new_end_time': 'day' },
      },
      { tool: 'add_calendar_event_participants', args: { '/event_id': 'found', '/participants/*': 'found' } },
      { tool: 'append_to_file', args: { '/file_id': 'found', '/content': 'content' } },
      { tool: 'create_file', args: { '/content': 'content' } },
      { tool: 'share_file', args: { '/file_id': 'found', '/permission': { oneOf: ['r'] } } },
    ],
    lookups: [
      { tool: 'search_calendar_events', by: '/query', gives: ['/event_id', '/participants/*'] },
      { tool: 'search_files_by_filename', by: '/filename', gives: ['/file_id'] },
      { tool: 'search_files', by: '/query', gives: ['/file_id'] },
      { tool: 'create_file', by: '/filename', gives: ['/file_id'] },
    ],
  },
  travel: {
    rules: [
      { tool: 'send_email', args: mail },
      { tool: 'create_calendar_event', args: event },
      { tool: 'reserve_*', args: { '/start_day': 'day', '/end_day': 'day', '/start_time': 'day', '/end_time': 'day' } },
    ],
  },
  banking: {
    rules: [
      { tool: 'send_money', args: payment },
      { tool: 'schedule_transaction', args: payment },
      { tool: 'update_scheduled_transaction', args: { ...payment, '/amount': 'user', '/id': 'trusted' } },
    ],
  },
  slack: {
    rules: [
      { tool: 'send_direct_message', args: { '/recipient': members, '/body': 'content' } },
      { tool: 'send_channel_message', args: { '/channel': { oneOf: channels }, '/body': 'content' } },
      { tool: 'add_user_to_channel', args: { '/user': members, '/channel': { oneOf: [...channels, 'External_0'] } } },
      { tool: 'post_webpage', args: { '/content': 'content' } },
    ],
  },
};

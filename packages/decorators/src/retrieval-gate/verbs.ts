import { stemmer } from 'stemmer';

// One line holds words that name tools use for one another. A word that stands alone has no stand-in: what it does is its own.
const reading = [
  'get fetch read retrieve load obtain view show display describe',
  'list enumerate ls',
  'search find lookup query locate',
  'check verify validate inspect',
  'count',
  'calculate compute calc',
  'compare',
  'analyze analyse',
  'summarize summarise',
  'translate',
  'watch monitor',
] as const;

const acting = [
  'create make generate add insert',
  'update modify edit change patch alter adjust',
  'set',
  'write save store put',
  'copy duplicate clone',
  'move',
  'rename',
  'delete remove erase drop destroy purge rm del',
  'clear',
  'wipe',
  'send',
  'post',
  'publish',
  'share',
  'notify',
  'email',
  'forward',
  'reply',
  'pay',
  'transfer',
  'withdraw',
  'deposit',
  'refund',
  'charge',
  'buy purchase',
  'sell',
  'order',
  'book reserve',
  'run execute exec',
  'invoke',
  'eval evaluate',
  'start launch',
  'stop halt',
  'kill terminate',
  'cancel abort',
  'restart reboot',
  'reset',
  'restore',
  'archive',
  'unarchive',
  'undelete',
  'undo',
  'redo',
  'revert',
  'enable',
  'disable',
  'activate',
  'deactivate',
  'lock',
  'unlock',
  'block',
  'unblock',
  'ban',
  'unban',
  'mute',
  'unmute',
  'pause',
  'resume',
  'grant',
  'revoke',
  'allow permit',
  'deny forbid',
  'approve accept',
  'reject decline',
  'invite',
  'join',
  'leave',
  'follow',
  'unfollow',
  'subscribe',
  'unsubscribe',
  'register',
  'unregister deregister',
  'assign',
  'unassign',
  'attach',
  'detach',
  'connect',
  'disconnect',
  'mount',
  'unmount umount',
  'install',
  'uninstall',
  'deploy',
  'undeploy',
  'open',
  'close',
  'reopen',
  'push',
  'pull',
  'merge',
  'rebase',
  'upload',
  'download',
  'import',
  'export',
  'encrypt',
  'decrypt',
  'sign',
  'promote',
  'demote',
  'increase',
  'decrease',
  'append',
  'replace',
  'overwrite',
  'truncate',
  'format',
  'hide',
  'unhide',
  'pin',
  'unpin',
  'like',
  'unlike',
  'login',
  'logout',
  'impersonate',
  'escalate',
] as const;

const group = (lines: readonly string[], kind: string): readonly (readonly [string, string])[] =>
  lines.flatMap((line, at) => line.split(' ').map((word) => [word, `${kind}/${at}`] as const));

/** The group that a verb's stand-ins share with it. */
const groups: ReadonlyMap<string, string> = new Map([...group(reading, 'read'), ...group(acting, 'act')]);

/** Every verb that is known. */
export const verbs: readonly string[] = [...groups.keys()];

/** Whether a word is a known verb. */
export const isVerb = (word: string): boolean => groups.has(word);

/** Whether a word changes something, or reaches somebody, as far as is known. */
export const isActing = (word: string): boolean => groups.get(word)?.startsWith('act') === true;

/** Whether two verbs are used for one another. */
export const areSynonyms = (one: string, other: string): boolean =>
  one !== other && groups.has(one) && groups.get(one) === groups.get(other);

/** Words that widen what a tool does: never to be added by a repair. */
export const widening: ReadonlySet<string> = new Set(
  (
    'all any every everything everyone entire whole bulk batch mass multiple force forced permanent permanently ' +
    'recursive recursively hard admin administrator root sudo superuser owner global public external'
  ).split(' '),
);

/** Words that turn a name round: never to be added or lost by a repair. */
export const negating: ReadonlySet<string> = new Set('not no non un never without except dont'.split(' '));

/** Words that models put around a name and that mean nothing. */
export const noise: ReadonlySet<string> = new Set('function functions tool tools api mcp default'.split(' '));

const irregular: ReadonlySet<string> = new Set(
  'sent wrote written made ran bought sold paid left hid hidden got gone shut kept'.split(' '),
);

/** Whether a word tells of an act that is over, or of who did it, as `deleted` does: near to a verb, and no slip of it. */
export const isInflected = (word: string, verb: string): boolean =>
  irregular.has(word) || (word !== verb && stemmer(word) === stemmer(verb));

import { isGenerated, isMixed, isPlaceholder, isRandom } from './checks.js';
import { issuerRules } from './issuers.js';
import type { RedactionRule } from './rule.js';
import { begins, token } from './token.js';

const word = /[\w-]/;
const base64 = /[\w+/=-]/;

// Formats as their issuers document them; every pattern is bounded, and what may be longer goes on by `tail`.
const tokens: readonly RedactionRule[] = [
  token('aws-access-key-id', ['AKIA', 'ASIA', 'ABIA', 'ACCA', 'A3T'], '[A-Z2-7]{16}(?![A-Za-z0-9])', {
    accept: isMixed,
  }),
  token('aws-bedrock-key', ['ABSK'], '[A-Za-z0-9+/]{40}', { tail: base64 }),
  token('aws-bedrock-key', ['bedrock-api-key-'], '[A-Za-z0-9+/=]{60}', { tail: base64 }),
  token('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9]{36}', {
    tail: /[A-Za-z0-9]/,
    accept: isMixed,
  }),
  token('github-token', ['github_pat_'], '\\w{36}', { tail: /\w/, accept: isMixed }),
  token(
    'gitlab-token',
    ['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glimt-', 'glagent-', 'gloas-', 'glsoat-', 'glffct-'],
    '[\\w-]{20}',
    { tail: /[\w.-]/ },
  ),
  token('slack-token', ['xoxb-'], '\\d{8,14}-(?:\\d{8,14}-)?[A-Za-z0-9]{18}', { tail: word }),
  token('slack-token', ['xoxp-', 'xoxe-'], '(?:\\d{8,14}-){2,3}[A-Za-z0-9]{24}', { tail: word }),
  token('slack-token', ['xoxa-', 'xoxr-', 'xoxo-', 'xoxs-'], '\\d[\\w-]{13}', { tail: word }),
  token('slack-token', ['xoxe-', 'xoxe.xoxb-', 'xoxe.xoxp-', 'xapp-'], '\\d-(?=[A-Za-z-]*\\d)[\\w-]{14}', {
    tail: word,
  }),
  token('slack-webhook', ['hooks.slack.com/'], '(?:services|workflows|triggers)/[A-Za-z0-9+/]{20}', {
    tail: /[A-Za-z0-9+/]/,
  }),
  token(
    'stripe-key',
    ['sk_live_', 'sk_test_', 'sk_prod_', 'rk_live_', 'rk_test_', 'rk_prod_', 'whsec_'],
    '[A-Za-z0-9]{10}',
    { tail: /[A-Za-z0-9]/ },
  ),
  token('openai-key', ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'], '[\\w-]{20}', {
    tail: word,
    accept: isMixed,
  }),
  token('openai-key', ['sk-'], '[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{10}', { tail: /[A-Za-z0-9]/, accept: isMixed }),
  token('anthropic-key', ['sk-ant-'], '[a-z]{2,10}\\d\\d-[\\w-]{80}', { tail: word, accept: isMixed }),
  token('api-key', ['sk-', 'pk-', 'sk_', 'pk_', 'rk_'], '(?:[a-z0-9]{2,6}[-_])?[A-Za-z0-9]{24}', {
    tail: /[A-Za-z0-9]/,
  }),
  token('google-api-key', ['AIza'], '[\\w-]{35}', { accept: isMixed }),
  token('google-oauth-token', ['ya29.'], '[\\w-]{20}', { tail: word }),
  token('google-oauth-secret', ['GOCSPX-'], '[\\w-]{28}', { accept: isMixed }),
  token('npm-token', ['npm_'], '[A-Za-z0-9]{36}', { accept: isMixed }),
  token('pypi-token', ['pypi-'], 'AgE[\\w-]{30}', { tail: word, accept: isMixed }),
  token('rubygems-token', ['rubygems_'], '[a-f0-9]{48}'),
  token('crates-token', ['cio'], '[A-Za-z0-9]{32}(?![A-Za-z0-9])'),
  token('clojars-token', ['CLOJARS_'], '[a-z0-9]{60}'),
  token('sendgrid-key', ['SG.'], '[\\w-]{16,24}\\.[\\w-]{32,50}', { accept: isMixed }),
  token('sendinblue-key', ['xkeysib-'], '[a-f0-9]{64}-[A-Za-z0-9]{16}'),
  token('mailgun-key', ['key-', 'pubkey-'], '[a-f0-9]{32}'),
  {
    id: 'twilio-key',
    group: 'secret',
    hints: [...'0123456789abcdef'].map((digit) => `SK${digit}`),
    pattern: new RegExp(`${begins}SK[0-9a-f]{32}(?![A-Za-z0-9])`),
    reach: 35,
    accept: isRandom,
  },
  token('shopify-token', ['shpat_', 'shpca_', 'shppa_', 'shpss_'], '[a-fA-F0-9]{32}'),
  token('square-token', ['EAAA', 'sq0atp-', 'sq0csp-'], '[\\w-]{22}', { tail: word, accept: isMixed }),
  token('huggingface-token', ['hf_', 'api_org_'], '[A-Za-z]{34}(?![A-Za-z0-9])', { accept: isMixed }),
  token('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[a-f0-9]{64}'),
  token('heroku-key', ['HRKU-'], '[\\w-]{36}', { tail: word }),
  token('flyio-token', ['fo1_', 'fm1a_', 'fm1r_', 'fm2_'], '[\\w+/-]{40}', { tail: base64 }),
  token('vault-token', ['hvs.', 'hvb.', 'hvr.'], '[\\w-]{24}', { tail: word }),
  token('vault-token', ['s.'], '[A-Za-z0-9]{24}(?![A-Za-z0-9])', {
    reach: 27,
    accept: (found) => isRandom(found) && /[a-z]/.test(found) && /[A-Z]/.test(found),
  }),
  token('terraform-token', ['atlasv1.'], '[\\w-]{60}', { tail: word }),
  token('doppler-token', ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.audit.'], '[\\w.]{40}'),
  token('grafana-token', ['glsa_', 'glc_'], '[A-Za-z0-9+/_]{32}', { tail: base64 }),
  token('sentry-token', ['sntrys_', 'sntryu_'], '[\\w+/=]{40}', { tail: base64, accept: isMixed }),
  token('newrelic-key', ['NRAK-', 'NRJS-', 'NRAL-', 'NRII-'], '[\\w-]{19}', { tail: word }),
  token('dynatrace-token', ['dt0c01.', 'dt0s01.', 'dt0s02.'], '[A-Z0-9]{24}\\.[A-Z0-9]{30}', { tail: /[A-Z0-9]/i }),
  token('databricks-token', ['dapi'], '[a-f0-9]{32}(?:-\\d)?'),
  token('planetscale-token', ['pscale_tkn_', 'pscale_pw_', 'pscale_oauth_'], '[\\w=.-]{32}', { tail: /[\w=.-]/ }),
  token('postman-key', ['PMAK-'], '[a-f0-9]{24}-[a-f0-9]{34}'),
  token('linear-key', ['lin_api_', 'lin_oauth_'], '[A-Za-z0-9]{40}'),
  token('notion-token', ['ntn_'], '[A-Za-z0-9]{40}', { tail: /[A-Za-z0-9]/ }),
  token('atlassian-token', ['ATATT3', 'ATCTT3', 'ATBB'], '[\\w=-]{20}', { tail: /[\w=-]/, accept: isMixed }),
  token('figma-token', ['figd_'], '[\\w-]{40}', { tail: word }),
  token('docker-token', ['dckr_pat_', 'dckr_oat_'], '[\\w-]{24}', { tail: word }),
  token('pulumi-token', ['pul-'], '[a-f0-9]{40}'),
  token('perplexity-key', ['pplx-'], '[A-Za-z0-9]{48}'),
  token('groq-key', ['gsk_'], '[A-Za-z0-9]{40}', { tail: /[A-Za-z0-9]/ }),
  token('xai-key', ['xai-'], '[A-Za-z0-9]{60}', { tail: /[A-Za-z0-9]/ }),
  token('replicate-token', ['r8_'], '[A-Za-z0-9]{37}'),
  token('supabase-key', ['sbp_', 'sb_secret_'], '[\\w-]{22}', { tail: word }),
  token('easypost-token', ['EZAK', 'EZTK'], '[A-Za-z0-9]{54}'),
  token('duffel-token', ['duffel_test_', 'duffel_live_'], '[\\w=-]{43}'),
  token('frameio-token', ['fio-u-'], '[\\w=-]{64}'),
  token('flutterwave-key', ['FLWSECK_TEST-', 'FLWPUBK_TEST-', 'FLWSECK-'], '[A-Za-z0-9]{12}', { tail: word }),
  token('shippo-token', ['shippo_live_', 'shippo_test_'], '[a-f0-9]{40}'),
  token('readme-token', ['rdme_'], '[a-z0-9]{70}'),
  token('prefect-token', ['pnu_', 'pnb_'], '[A-Za-z0-9]{36}'),
  token('typeform-token', ['tfp_'], '[\\w.=-]{59}'),
  token('infracost-token', ['ico-'], '[A-Za-z0-9]{32}(?![\\w.])'),
  token('onepassword-token', ['ops_eyJ'], '[\\w+/=-]{40}', { tail: base64 }),
  token(
    'onepassword-secret-key',
    ['A3-'],
    '[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}',
    { accept: isMixed },
  ),
  token('age-secret-key', ['AGE-SECRET-KEY-1'], '[0-9A-Z]{58}'),
  token('scalingo-token', ['tk-us-'], '[\\w-]{48}'),
  token('octopus-key', ['API-'], '[A-Z0-9]{26}(?![A-Z0-9])'),
  token('artifactory-token', ['AKCp', 'cmVmd'], '[A-Za-z0-9]{50}', { tail: /[A-Za-z0-9]/ }),
  token('discord-webhook', ['discord.com/api/webhooks/', 'discordapp.com/api/webhooks/'], '\\d{15,20}/[\\w-]{40}', {
    tail: word,
  }),
  token('telegram-token', [':AA'], '[\\w-]{32,34}(?![\\w-])', {
    before: 20,
    pattern: new RegExp(`${begins}\\d{8,12}:AA[\\w-]{32,34}(?![\\w-])`),
  }),
];

/** Whether a text is `user:password` in base64 (RFC 7617). */
const isCredentials = (found: string): boolean =>
  /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(Buffer.from(found, 'base64').toString());

/** Secrets that are known by what stands around them. */
const shapes: readonly RedactionRule[] = [
  {
    id: 'private-key',
    group: 'secret',
    hints: ['-----BEGIN '],
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[\s\\nr]{0,8}(?:[\w-]{1,40}: ?[^\n\\]{0,80}[\s\\nr]{1,8}){0,4}[A-Za-z0-9+/=]{16}/,
    tail: /[A-Za-z0-9+/=\s\\-]/,
    close: /-----END [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----/,
  },
  {
    id: 'jwt',
    group: 'secret',
    hints: ['eyJ'],
    pattern: new RegExp(`${begins}eyJ[\\w-]{12,250}\\.[\\w/\\\\-]{8}`),
    tail: /[\w./+=\\-]/,
  },
  {
    id: 'jwt-base64',
    group: 'secret',
    hints: ['ZXlK'],
    pattern: new RegExp(
      `${begins}ZXlK(?:aGJHY2lPaU|aGNIVWlPaU|aVpESTV|aFpTSTZ|cmFXUWlPaU|bGJtTWlPaU|eVkzSmtJ|emVYTWlPaU|NUNJNkltOX|pGWE5)[\\w+/-]{20}`,
    ),
    tail: base64,
  },
  {
    id: 'url-password',
    group: 'secret',
    hints: ['://'],
    pattern: /(?<keep>:\/\/[^\s/:@"'`<>()[\]?]{0,80}:)[^\s/"'`<>()[\]]{3,100}(?=@)/,
    accept: (found) => !isPlaceholder(found) && !/^\$|^%|^\{/.test(found),
  },
  {
    id: 'authorization',
    group: 'secret',
    hints: ['bearer ', 'token '],
    pattern: /(?<keep>(?:bearer|token) {1,3})[\w.~+/=-]{16,200}/i,
    tail: /[\w.~+/=-]/,
    accept: (found) => isRandom(found) && !isPlaceholder(found),
  },
  {
    id: 'authorization',
    group: 'secret',
    hints: ['basic '],
    pattern: /(?<keep>basic {1,3})[A-Za-z0-9+/]{6,300}={0,2}/i,
    tail: /[A-Za-z0-9+/=]/,
    accept: isCredentials,
  },
  {
    id: 'cookie',
    group: 'secret',
    hints: ['cookie'],
    pattern: /(?<keep>cookie["']?(?::|=>?| =) {0,3}["'[]{0,3})[^\s"'\\][^\r\n"'\\]{7,300}/i,
    tail: /[^\r\n"'\\]/,
    accept: (found) => found.split(/[;,=\s]/).some((part) => part.length >= 16 && isGenerated(part)),
  },
  {
    id: 'curl-user',
    group: 'secret',
    hints: ['-u ', '--user '],
    pattern: /(?<keep>(?:-u|--user)[ =]["']?[^\s:"']{1,60}:)[^\s"']{3,100}/,
    before: 0,
    accept: (found) => !isPlaceholder(found) && !found.startsWith('$') && !found.startsWith('//'),
  },
];

// A name, its quotation's end, an assignment, and the beginning of a quotation, escaped or not. After a comma a value
// belongs to the name only where both are quoted: `f(token, value)` assigns nothing.
const assigns = `\\\\{0,8}["'\`]?\\]?\\s{0,3}(?:=>|\\|\\|:?|[?:]?[:=]{1,3}|>)\\s{0,4}(?:string ?= ?|new |b|r)?[(<]?`;
const lists = `\\\\{0,8}["'\`],\\s{0,4}`;
const opens = `\\\\{0,8}["'\`]`;

const quoted = (names: string, value: string): RegExp =>
  new RegExp(`(?<keep>(?:${names})[\\w.-]{0,30}?(?:${assigns}|${lists}|\\s)${opens})${value}`, 'i');

/** A bare value ends where nothing of its class follows, and calls nothing. */
const bare = (names: string, letter: string, [least, most]: readonly [number, number]): RegExp =>
  new RegExp(
    `(?<keep>(?:${names})[\\w.-]{0,30}?${assigns})(?:${letter}{${most}}|${letter}{${least},${most - 1}}(?!${letter}|[(\\[]))`,
    'i',
  );

const passwords = ['password', 'passwd', 'passphrase', 'pwd', 'passcode'];
const secrets = ['secret', 'token', 'key', 'credential', 'auth', 'signature'];

/** Whether what is quoted beside "password" is one, and not a word or a template. */
const isPassword = (found: string): boolean =>
  !isPlaceholder(found) && /[A-Za-z]/.test(found) && /[\d!@#$%^&*?+~]/.test(found) && !/^[.$/%]/.test(found);

/** A variable, a member, a path or a URL. */
const reference = /^[A-Za-z_$][\w$]*(?:[.:][A-Za-z_$][\w$]*)+$|^[./~]|^\w+:\/\/|^process\.|^os\.|^env\b/;
/** A name in one of the styles of code. */
const identifier = /^(?=.*[a-z][A-Z][a-z]{2})[A-Za-z\d$]+$|^[A-Za-z\d]+(?:_[A-Za-z\d]+)+$/;

const isBarePassword = (found: string): boolean =>
  isPassword(found) && /\d/.test(found) && !reference.test(found) && !identifier.test(found);

const isSecret = (found: string): boolean => isGenerated(found) && !reference.test(found);

const uuid = '[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}(?![\\w-])';
// A UUID is a secret only beside a name that leaves no doubt: most keys are no more than numbers of records.
const certain = '(?:[Tt]oken|[Ss]ecret|(?:api|auth|access)[_.-]?[Kk]ey|(?<=[A-Z]_)KEY)';

const assignments: readonly RedactionRule[] = [
  {
    id: 'secret',
    group: 'secret',
    hints: ['token', 'secret', 'key'],
    before: 7,
    ahead: new RegExp(`\\w{3,16}(?:${assigns}|${lists})(?:${opens})?[0-9a-f]{8}-`, 'i'),
    pattern: new RegExp(
      `(?<keep>(?:${certain}|${certain.toUpperCase()})\\w{0,10}(?:${assigns}|${lists})(?:${opens})?)${uuid}`,
    ),
  },
  {
    id: 'password',
    group: 'secret',
    hints: passwords,
    pattern: quoted(passwords.join('|'), '[^\\s"\'`\\\\]{6,100}'),
    accept: isPassword,
  },
  {
    id: 'password',
    group: 'secret',
    hints: passwords,
    pattern: bare(passwords.join('|'), '[^\\s"\'`\\\\,;<>(){}[\\]]', [6, 100]),
    accept: isBarePassword,
  },
  {
    id: 'secret',
    group: 'secret',
    hints: secrets,
    pattern: quoted(secrets.join('|'), '[\\w.~+/=@!#$%^&*:-]{10,150}'),
    tail: /[\w.~+/=-]/,
    accept: isSecret,
  },
  {
    id: 'secret',
    group: 'secret',
    hints: secrets,
    pattern: bare(secrets.join('|'), '[\\w.~+/=@!#$%^&*:-]', [12, 150]),
    tail: /[\w.~+/=-]/,
    accept: isSecret,
  },
];

/** The secrets that are looked for. */
export const secretRules: readonly RedactionRule[] = [...tokens, ...issuerRules, ...shapes, ...assignments];

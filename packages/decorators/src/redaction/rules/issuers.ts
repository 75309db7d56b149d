import { isMixed } from './checks.js';
import type { RedactionRule } from './rule.js';
import { begins, token } from './token.js';

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![A-Za-z0-9])';
const ends = '(?![A-Za-z0-9])';

/** An issuer, what its tokens begin with, and what follows; the last says of which characters a longer one goes on. */
type Issuer = readonly [id: string, prefixes: readonly string[], form: string, tail?: RegExp];

const letters = /[A-Za-z0-9]/;
const word = /[\w-]/;

// One line an issuer. Written from memory: no line has been checked against the issuer's own documentation yet.
const issuers: readonly Issuer[] = [
  ['adafruit-key', ['aio_'], `[A-Za-z0-9]{28}${ends}`],
  ['adobe-secret', ['p8e-', 'p8-'], '[A-Za-z0-9_-]{32}', word],
  ['airtable-token', ['pat'], `[A-Za-z0-9]{14}\\.[a-f0-9]{64}${ends}`],
  ['aiven-password', ['AVNS_'], '[\\w-]{15}', word],
  ['alibaba-key', ['LTAI'], '[A-Za-z0-9]{12,22}(?![A-Za-z0-9_-])'],
  ['apify-token', ['apify_api_'], '[A-Za-z0-9]{30}', letters],
  [
    'authress-key',
    ['sc_', 'ext_', 'scauth_', 'authress_'],
    '[A-Za-z0-9]{5,30}\\.[A-Za-z0-9]{4,6}\\.acc[_-][A-Za-z0-9-]{10,32}\\.[\\w+/=-]{30}',
    /[\w+/=-]/,
  ],
  ['axiom-token', ['xaat-', 'xapt-'], uuid],
  ['baidu-key', ['bce-v3/ALTAK-'], '[A-Za-z0-9]{20}/[a-f0-9]{40}'],
  ['beamer-key', ['b_'], '[a-z0-9=_-]{44}(?![\\w-])'],
  ['brevo-key', ['xsmtpsib-'], '[a-f0-9]{64}-[A-Za-z0-9]{16}'],
  ['buildkite-token', ['bkua_', 'bkct_', 'bkaj_', 'bkpt_'], '[A-Za-z0-9]{32}', letters],
  ['cerebras-key', ['csk-'], `[a-z0-9]{48}${ends}`],
  ['circleci-token', ['CCIPAT_', 'CCIPRJ_'], '[A-Za-z0-9]{22}_[a-f0-9]{40}'],
  ['clickhouse-key', ['4b1d'], `[A-Za-z0-9]{38}${ends}`],
  ['cloudflare-origin-key', ['v1.0-'], '[a-f0-9]{24}-[a-f0-9]{100}', /[a-f0-9]/],
  ['confluent-secret', ['cflt'], '[A-Za-z0-9+/]{60}'],
  ['contentful-token', ['CFPAT-'], '[\\w-]{43}', word],
  ['dbt-token', ['dbtc_', 'dbtu_'], '[\\w-]{30}', word],
  ['definednetworking-token', ['dnkey-'], '[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52}'],
  ['deno-token', ['ddp_', 'ddw_', 'ddo_'], `[A-Za-z0-9]{36}${ends}`],
  ['dropbox-token', ['sl.'], '[\\w=-]{130}', /[\w=-]/],
  ['e2b-key', ['e2b_'], '[a-f0-9]{40}'],
  ['facebook-token', ['EAAM', 'EAAC', 'EAAB', 'EAAD', 'EAAG', 'EAAH', 'EAAE', 'EAAF'], '[A-Za-z0-9]{90}', letters],
  ['firecrawl-key', ['fc-'], `[a-f0-9]{32}${ends}`],
  ['fireworks-key', ['fw_'], `[A-Za-z0-9]{22,24}${ends}`],
  ['gitlab-token', ['GR1348941', 'glwt-'], '[\\w-]{20}', word],
  ['gitlab-session', ['_gitlab_session='], '[0-9a-z]{32}'],
  ['gocardless-token', ['live_'], '[\\w=-]{40}(?![\\w=-])'],
  ['google-refresh-token', ['1//0'], '[\\w-]{40}', word],
  ['google-api-key', ['AQ.Ab8'], '[\\w-]{40}', word],
  ['grafana-key', ['eyJrIjoi'], '[A-Za-z0-9]{60}', /[A-Za-z0-9=]/],
  ['harness-token', ['pat.', 'sat.'], '[\\w-]{22}\\.[0-9a-f]{24}\\.[A-Za-z0-9]{20}'],
  ['honeycomb-key', ['hcaik_', 'hcxik_', 'hcalk_', 'hcamk_', 'hcxlk_'], '[a-z0-9]{26}', letters],
  ['hubspot-token', ['pat-na1-', 'pat-na2-', 'pat-eu1-', 'pat-ap1-'], uuid],
  ['instagram-token', ['IGQV', 'IGAA'], '[\\w-]{60}', word],
  ['intra42-secret', ['s-s4t2ud-', 's-s4t2af-'], '[a-f0-9]{64}'],
  ['jina-key', ['jina_'], '[\\w-]{40}', word],
  ['klaviyo-key', ['pk_'], `[a-f0-9]{34}${ends}`],
  ['langfuse-key', ['sk-lf-', 'pk-lf-'], uuid],
  ['langsmith-key', ['lsv2_pt_', 'lsv2_sk_', 'ls__'], '[a-f0-9]{32}', /[a-f0-9_]/],
  ['launchdarkly-key', ['sdk-', 'mob-', 'api-'], uuid],
  ['lob-key', ['live_', 'test_', 'live_pub_', 'test_pub_'], `[a-f0-9]{31,35}${ends}`],
  ['mapbox-token', ['pk.', 'sk.', 'tk.'], '(?:eyJ[A-Za-z0-9_-]{40,200}|[A-Za-z0-9]{60})\\.[\\w-]{22}'],
  ['mercury-token', ['mercury_production_', 'mercury_sandbox_'], '[A-Za-z0-9_]{20}', /\w/],
  ['mongodb-secret', ['mdb_sa_sk_'], '[\\w-]{40}', word],
  ['neon-key', ['napi_'], '[a-z0-9]{40}', letters],
  ['netlify-token', ['nfp_', 'nfc_', 'nfo_', 'nfu_', 'nfb_'], '[A-Za-z0-9_]{36}'],
  ['newrelic-key', ['NRRA-', 'NRIQ-', 'NRSP'], '[A-Za-z0-9-]{20}', word],
  ['notion-token', ['secret_'], `[A-Za-z0-9]{43}${ends}`],
  ['nuget-key', ['oy2'], `[a-z0-9]{43}${ends}`],
  ['nvidia-key', ['nvapi-'], '[\\w-]{50}', word],
  ['openrouter-key', ['sk-or-v1-'], '[a-f0-9]{64}'],
  ['openshift-token', ['sha256~'], '[\\w-]{43}'],
  ['paypal-token', ['access_token$production$', 'access_token$sandbox$'], '[a-z0-9]{16}\\$[a-f0-9]{32}'],
  ['pinecone-key', ['pcsk_'], '[A-Za-z0-9_]{40}', /\w/],
  ['pinterest-token', ['pina_'], '[A-Za-z0-9]{32}', letters],
  ['plaid-token', ['access-sandbox-', 'access-development-', 'access-production-'], uuid],
  ['posthog-key', ['phx_', 'phc_', 'phs_'], '[A-Za-z0-9_]{40}', /\w/],
  ['razorpay-key', ['rzp_live_', 'rzp_test_'], `[A-Za-z0-9]{14}${ends}`],
  ['render-key', ['rnd_'], '[A-Za-z0-9]{28}', letters],
  ['resend-key', ['re_'], `[A-Za-z0-9]{8}_[A-Za-z0-9]{24}${ends}`],
  ['rootly-key', ['rootly_'], '[a-f0-9]{60}', /[a-f0-9]/],
  ['salesforce-token', ['00D'], '[A-Za-z0-9]{12}![\\w.]{80}', /[\w.]/],
  ['samsara-token', ['samsara_api_'], '[A-Za-z0-9]{30}', letters],
  ['scaleway-key', ['SCW'], `[A-Z0-9]{17}${ends}`],
  ['settlemint-token', ['sm_aat_', 'sm_pat_', 'sm_sat_'], '[A-Za-z0-9]{16}', letters],
  ['shopify-token', ['shptka_', 'shpua_', 'shpit_'], '[a-fA-F0-9]{32}'],
  ['snyk-token', ['snyk_uat.', 'snyk_sat.'], '[\\w.-]{30}', /[\w.-]/],
  ['sonar-token', ['squ_', 'sqp_', 'sqa_'], '[A-Za-z0-9]{40}'],
  ['sourcegraph-token', ['sgp_', 'sgd_', 'sgs_'], '(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{40}'],
  ['sourcegraph-token', ['slk_'], '[a-f0-9]{64}'],
  ['stripe-key', ['sk_org_', 'ek_live_', 'ek_test_'], '[A-Za-z0-9]{20}', letters],
  [
    'tailscale-key',
    ['tskey-auth-', 'tskey-api-', 'tskey-client-', 'tskey-scim-', 'tskey-webhook-', 'tskey-'],
    '[A-Za-z0-9]{10,20}(?:CNTRL)?-[A-Za-z0-9]{18}',
    letters,
  ],
  ['tavily-key', ['tvly-'], '[A-Za-z0-9-]{28}', word],
  ['telnyx-key', ['KEY'], '[0-9A-F]{32}_[A-Za-z0-9]{22}'],
  ['tencent-key', ['AKID'], `[A-Za-z0-9]{32}${ends}`],
  ['thunderstore-token', ['tss_'], '[A-Za-z0-9]{30}', letters],
  ['together-key', ['tgp_v1_'], '[\\w-]{43}'],
  ['trigger-key', ['tr_dev_', 'tr_prod_', 'tr_stg_', 'tr_pat_'], '[A-Za-z0-9]{20}', letters],
  ['twitter-token', ['AAAAAAAAAAAAAAAAAAAAA'], 'A{0,4}(?!A)[A-Za-z0-9%]{60}', /[A-Za-z0-9%]/],
  ['vercel-token', ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], '[A-Za-z0-9]{24}', letters],
  ['volcengine-key', ['AKLT'], '[A-Za-z0-9]{40}', letters],
  ['voyage-key', ['pa-'], '[\\w-]{43}(?![\\w-])'],
  ['wakatime-key', ['waka_', 'waka_tok_'], uuid],
  ['xendit-key', ['xnd_production_', 'xnd_development_'], '[A-Za-z0-9]{40}', letters],
  ['yandex-key', ['AQVN'], '[\\w-]{35,38}(?![\\w-])'],
  ['yandex-token', ['t1.'], '[\\w-]{20,200}={0,2}\\.[\\w-]{86}={0,2}'],
  ['yandex-token', ['y0_', 'y1_', 'y2_', 'y3_'], '[\\w-]{50}', word],
  ['yandex-secret', ['YCAJE', 'YCP', 'YCN', 'YCM', 'YCO'], '[\\w-]{22,38}(?![\\w-])'],
  ['zoho-token', ['1000.'], '[a-f0-9]{32}\\.[a-f0-9]{32}'],
  ['zuplo-key', ['zpka_'], '[a-z0-9_]{30}', /\w/],
];

/** Tokens whose own mark stands inside or behind them. */
const marked: readonly RedactionRule[] = [
  token('azure-client-secret', ['Q~'], '', {
    before: 4,
    reach: 40,
    pattern: new RegExp(`${begins}[\\w.~]{3}\\dQ~[\\w.~-]{31,34}(?![\\w.~-])`),
  }),
  token('mailchimp-key', ['-us'], '', {
    before: 32,
    reach: 6,
    pattern: new RegExp(`${begins}[a-f0-9]{32}-us\\d{1,2}(?!\\w)`),
  }),
  token('maxmind-key', ['_mmk'], '', {
    before: 36,
    reach: 6,
    pattern: new RegExp(`${begins}[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?!\\w)`),
  }),
  token('terraform-token', ['.atlasv1.'], '', {
    before: 14,
    reach: 90,
    pattern: new RegExp(`${begins}[A-Za-z0-9]{14}\\.atlasv1\\.[\\w=-]{60,70}`),
  }),
  token('dropbox-token', ['AAAAAAAAAA'], '', {
    before: 11,
    ahead: /A{10}(?!A)/,
    reach: 60,
    pattern: new RegExp(`${begins}[a-z0-9]{11}A{10}[a-z0-9_=-]{43}(?!\\w)`),
  }),
  token(
    'discord-token',
    ['MD', 'MT', 'Mj', 'Mz', 'ND', 'NT', 'Nj', 'Nz', 'OD', 'OT'],
    '[\\w-]{22,26}\\.[\\w-]{6}\\.[\\w-]{27,38}(?![\\w-])',
    { reach: 80, accept: isMixed },
  ),
  token('teams-webhook', ['webhook.office.com/webhookb2/'], `${uuid}@${uuid}/IncomingWebhook/[a-z0-9]{32}/${uuid}`),
];

/** The tokens of further issuers, as rules. */
export const issuerRules: readonly RedactionRule[] = [
  ...issuers.map(([id, prefixes, form, tail]) => token(id, prefixes, form, tail === undefined ? {} : { tail })),
  ...marked,
];

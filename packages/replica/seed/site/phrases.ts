import type { Random } from '../random.ts';

/** Vocabulary of a project. */
export interface Vocabulary {
  readonly themes: readonly string[];
  readonly things: readonly string[];
  readonly places: readonly string[];
  readonly reasons: readonly string[];
  readonly faults: readonly string[];
}

const list = (text: string) => text.split('|').map(part => part.trim());

export const VOCABULARIES: Readonly<Record<string, Vocabulary>> = {
  WEB: {
    themes: list(
      'Self-service returns|Delivery preferences|One login for all depots|Quotes without a phone call|Bulk booking|Address book clean-up|Invoices and credit notes|Accessible checkout|Claims in five minutes|Partner access|Saved shipments|Carbon report for customers',
    ),
    things: list(
      'delivery window|saved address|tracking link|return label|customs form|pickup request|invoice download|pallet quote|parcel photo|proof of delivery|insurance option|delivery note|price preview|loading dock hint|contact person|reference number|coupon code|shipment template|depot finder|weight check|opening hours notice|two-step login|password reset|cookie notice|carbon estimate|claim form|credit note|postal code lookup|recurring pickup|delivery rating',
    ),
    places: list(
      'on the tracking page|in the booking form|on the account page|in the checkout|on small screens|for business customers|in the order history|in the confirmation mail|for guest orders|on the landing page|in the claims area|for partner accounts|in the quote wizard|on the invoice list',
    ),
    reasons: list(
      'before the cut-off time|after a depot change|for shipments with several parcels|without leaving the page|for addresses abroad|when the receiver is away|in the language of the receiver|for orders over 500 kg|with a single click|for fragile goods',
    ),
    faults: list(
      'disappears after a refresh|shows the wrong currency|is cut off in Firefox|loses the line breaks|stays disabled after an edit|shows yesterday as today|accepts letters in the weight|jumps to the top of the page|is read twice by screen readers|times out on slow networks|shows a blank tooltip|ignores the chosen language',
    ),
  },
  APP: {
    themes: list(
      'Driver day view|Offline scanning|Photo proof of delivery|Route changes on the road|Shift hand-over|Hands-free mode|Vehicle check|Live position|Battery care|New navigation|Receiver signature|Messages to dispatch',
    ),
    things: list(
      'barcode scanner|stop list|route map|signature pad|photo upload|shift summary|vehicle checklist|break timer|parcel counter|depot gate code|push message|voice prompt|damage report|neighbour drop|loading order|fuel receipt|driver chat|night mode|map tile cache|position update|stop note|undelivered reason|customer call button|age check|cash on delivery slip|tour start screen',
    ),
    places: list(
      'in offline mode|on Android tablets|on older iPhones|for night tours|in the day view|after an app update|on the lock screen|for substitute drivers|in the depot|in tunnels and garages|with gloves on|for trailers|in landscape view',
    ),
    reasons: list(
      'without draining the battery|when two parcels share a label|before the first stop|with a weak signal|after a skipped stop|for tours with more than 120 stops|in under two seconds|when the tour changes on the road|without typing|for drivers with two vehicles',
    ),
    faults: list(
      'crashes after the camera opens|shows the stop twice|drains the battery|loses the last scan|freezes on rotate|sends the message twice|forgets the signature|shows the old route|beeps without end|does not wake up|is off by one stop|blocks the back button',
    ),
  },
  PLAT: {
    themes: list(
      'Event log for shipments|Rates engine|Carrier gateway|Zero-downtime deploys|Label service|Tenant isolation|Address service|Usage metering|Archive of old shipments|Webhook delivery|Capacity planner|Audit trail',
    ),
    things: list(
      'rate table cache|carrier adapter|label renderer|webhook queue|event consumer|tenant key|address index|surcharge rule|shipment archive|audit entry|metering job|retry policy|dead letter queue|schema migration|connection pool|feature switch|health probe|idempotency key|bulk endpoint|customs code table|zone matrix|time slot planner|access token|log sampling|container image|nightly export|search index|clock skew check',
    ),
    places: list(
      'in the carrier gateway|for the rates engine|in the label service|across regions|on the read replicas|in the staging cluster|behind the feature switch|for large tenants|in the public API|on cold start|in the batch window|during failover|in the event log',
    ),
    reasons: list(
      'without a full table scan|under double load|for tenants with their own keys|before the quarter closes|in a single transaction|with bounded memory|when a carrier is down|without a restart|to cut costs|with one round trip',
    ),
    faults: list(
      'leaks connections|returns 500 for empty lists|deadlocks under load|drops the last event|retries for ever|ignores the timeout|writes duplicates|misses the index|rounds the surcharge twice|starves other tenants|logs the full payload|fails on leap days',
    ),
  },
  OPS: {
    themes: list(
      'Move to the new data centre|Backup that we trust|Alerts worth waking up for|Cheaper storage|Device management|Network in the depots|Access reviews|Patch rhythm',
    ),
    things: list(
      'backup schedule|alert rule|disk quota|VPN profile|depot router|print server|certificate|user permission|firewall rule|monitoring dashboard|patch window|base image|scanner firmware|badge reader|mail relay|name server entry|on-call rota|storage bucket|license server|time server|log retention|handheld charger|spare parts list|wireless channel plan',
    ),
    places: list(
      'in the Hamburg depot|in the Newark hub|in the Pune office|for all depots|on the staging hosts|in the Leeds warehouse|for the night shift|in the Sydney depot|for contractors|on the loading docks|in the Oakland hub',
    ),
    reasons: list(
      'before the audit|without downtime|for the peak season|after the move|with the new vendor|for the new starters|within the budget|and write the runbook|and tell the shift leads|for the second provider',
    ),
    faults: list(
      'expires this week|fails every second night|fills up the disk|is reachable from outside|sends no mail|stops after a reboot|is slow in the morning|reports the wrong time|lost its settings|wakes up the wrong person',
    ),
  },
  HELP: {
    themes: list('Fewer tickets for labels|Known errors|Service catalogue'),
    things: list(
      'label printer|customer login|tracking page|pickup order|invoice mail|handheld scanner|route import|price list|driver account|shipment export|depot phone|shared mailbox|laptop|badge|customs document|EDI connection|parcel scale|web shop plug-in',
    ),
    places: list(
      'in the Hamburg depot|at Alder Foods|at Brightwell Textiles|in the Newark hub|at Corvo Bikes|in accounting|in the Pune office|at Delmar Pharma|for the night shift|at Elmstead Books|at Fjordline Outdoor|in the Leeds warehouse',
    ),
    reasons: list(
      'since this morning|after the update|for one customer|for all users|every Monday|after a name change|with the new laptop|from home|for the new colleague|before the weekend',
    ),
    faults: list(
      'does not answer|is very slow|shows an error|rejects the password|prints blank pages|is missing|sends everything twice|is out of date|cannot be reached|shows the wrong depot',
    ),
  },
  SITE: {
    themes: list(
      'New brand pages|Customer stories|Careers section|Events and webinars|Price calculator|Press room',
    ),
    things: list(
      'hero picture|price table|customer story|newsletter form|event page|press release|job advert|contact form|footer menu|video teaser|partner logo wall|search box|landing page|comparison chart|cookie banner|team page|download list|blog series|FAQ entry|product tour',
    ),
    places: list(
      'for the German site|for the spring campaign|on the home page|for the trade fair|in the blog|for the partner programme|on the careers page|for returning visitors|in the newsletter|for the Australian market',
    ),
    reasons: list(
      'with the new tone of voice|before the launch|in all languages|with real numbers|for mobile readers|with alt texts|after the brand refresh|with fewer words|as an experiment|with the agency',
    ),
    faults: list(
      'has the old logo|links to nowhere|loads slowly|breaks on tablets|has a typo|shows the wrong date|plays with sound|is missing in search results|tracks without consent|overlaps the menu',
    ),
  },
};

const STORY_VERBS = list(
  'Show|Add|Offer|Simplify|Redesign|Let people change|Remember|Validate|Explain|Preview|Speed up|Allow editing of',
);
const TASK_VERBS = list(
  'Document|Migrate|Measure|Clean up|Replace|Upgrade|Review|Automate|Move|Test|Set up|Retire',
);
const REQUEST_VERBS = list(
  'Access to|Replacement for|Question about|New|Change of|Setup of|Training for|Cancellation of',
);
const PROBLEM_STARTS = list(
  'Root cause:|Known error:|Repeated tickets:|Underlying fault:|Investigate why',
);
const SUBTASK_STARTS = list(
  'Write tests for the|Design the|Review texts of the|Wire up the|Measure the|Document the|Add translations for the|Clean up after the|Prepare data for the|Roll out the',
);
const INCIDENTS = list('Outage|Slow replies|Errors|Data missing|Login trouble|Delayed messages');

const first = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function summaryOf(random: Random, words: Vocabulary, type: string): string {
  const thing = random.pick(words.things);
  const place = random.chance(0.7) ? ` ${random.pick(words.places)}` : '';
  const reason = random.chance(place ? 0.35 : 0.8) ? ` ${random.pick(words.reasons)}` : '';
  switch (type) {
    case 'Bug':
      return `${first(thing)} ${random.pick(words.faults)}${place}${reason}`;
    case 'Incident':
      return `${random.pick(INCIDENTS)}: ${thing} ${random.pick(words.faults)}${place}`;
    case 'Problem':
      return `${random.pick(PROBLEM_STARTS)} ${thing} ${random.pick(words.faults)}${place}${reason}`;
    case 'Service Request':
      return `${random.pick(REQUEST_VERBS)} ${thing}${place}${reason}`;
    case 'Task':
      return `${random.pick(TASK_VERBS)} the ${thing}${place}${reason}`;
    case 'Sub-task':
      return `${random.pick(SUBTASK_STARTS)} ${thing}${reason}`;
    default:
      return `${random.pick(STORY_VERBS)} the ${thing}${place}${reason}`;
  }
}

/** The n-th epic of a project. */
export function epicName(words: Vocabulary, n: number): string {
  const theme = words.themes[n % words.themes.length] ?? 'Epic';
  const round = Math.floor(n / words.themes.length);
  return round === 0 ? theme : `${theme}, part ${round + 1}`;
}

const WORKLOG_STARTS = list(
  'Pairing on|Worked on|Tests for|Review of|Debugging|Refactoring|Notes and call about|First version of|Fixed findings on|Deployed|Research for|Cleaned up',
);
const COMMENTS = list(
  'Could we agree on the wording before we build this?|Reproduced on staging, the log is attached to the ticket.|Done on the branch, waiting for review.|The customer confirmed that this is fine for now.|I would split this, the second half can wait.|Moved the rest into a follow-up.|Needs a decision by product, I put it on the agenda.|Works for me on the latest build.|The estimate was too low, the old data is messy.|Blocked by the certificate, asked the platform team.|Please check the copy with legal.|Rolled out to ten percent, numbers look good.',
);

export const worklogText = (random: Random, words: Vocabulary) =>
  `${random.pick(WORKLOG_STARTS)} the ${random.pick(words.things)}`;

export const commentText = (random: Random) => random.pick(COMMENTS);

/** ADF with one paragraph per line. */
export function paragraphs(...lines: string[]): Record<string, unknown> {
  return {
    type: 'doc',
    version: 1,
    content: lines.map(text => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  };
}

export function description(
  random: Random,
  words: Vocabulary,
  summary: string,
): Record<string, unknown> {
  const why = `People ask for this ${random.pick(words.places)}, mostly ${random.pick(words.reasons)}.`;
  const document = paragraphs(`${summary}.`, why);
  if (random.chance(0.3) && Array.isArray(document.content)) {
    const items = Array.from({ length: 2 + random.int(3) }, () => ({
      type: 'listItem',
      content: [
        {
          type: 'paragraph',
          content: [
            {
              type: 'text',
              text: `The ${random.pick(words.things)} works ${random.pick(words.reasons)}`,
              marks: [{ type: 'em' }],
            },
          ],
        },
      ],
    }));
    document.content.push({ type: 'bulletList', content: items });
  }
  return document;
}

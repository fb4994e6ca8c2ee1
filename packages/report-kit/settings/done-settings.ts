/**
 * A report's own done rule, which overrides the site's: `statusResolution` stores two of the rules, `doneRule` and
 * `doneStatus` all of them. Without any of these keys a report follows the site.
 */

import type { Rename } from '@tallyboard/core/anonymous/anonymous-dataset.ts';
import {
  DEFAULT_DONE,
  type DoneChoice,
  type DoneInForce,
  describeDone,
  doneClause,
} from '@tallyboard/core/model/done.ts';
import type { Definition } from '@tallyboard/core/model/result.ts';
import { type Codec, FLAG, text, words } from './codec.ts';
import type { Setting, Stored } from './schema.ts';

const DONE_STATUS = 'Done';
const MAX_STATUS_LENGTH = 200;

/** Every stored key of an own rule; `doneType` is of burn charts. */
export const DONE_KEYS: readonly string[] = [
  'statusResolution',
  'doneRule',
  'doneStatus',
  'doneType',
];

export const DONE_KINDS = words({
  'resolution-or-category': 'A resolution is set, or the status category is Done',
  resolution: 'A resolution is set',
  category: 'The status category is Done',
  status: 'It is in a specific status',
  'last-column': "In the board's last column",
});

const STATUS_NAME = text(MAX_STATUS_LENGTH);

const RULE: Codec<DoneChoice | null> = {
  parse(raw) {
    const kind = parseKind(raw);
    return kind && doneChoice(kind, '');
  },
  format: done => (done?.kind === DEFAULT_DONE.kind ? 'default' : (done?.kind ?? undefined)),
  shape: DONE_KINDS.shape,
};

/** The setting of every report whose figures depend on what is done; null follows the site. */
export const DONE_SETTING = {
  key: 'doneRule',
  codec: RULE,
  default: null,
  label: 'An issue is done when',
  unset: 'the rule of the site',
  beside: [
    {
      key: 'statusResolution',
      codec: FLAG,
      from: done => (done === null ? undefined : done.kind !== 'resolution'),
    },
    {
      key: 'doneStatus',
      codec: STATUS_NAME,
      from: done => (done?.kind === 'status' ? done.name : undefined),
    },
  ],
  resolve: (_done: unknown, stored: Stored) => doneOf(stored),
  rename: (done, rename) => done && renameDone(done, rename),
} satisfies Setting<DoneChoice | null>;

export const renameDone = (done: DoneChoice, rename: Rename): DoneChoice =>
  done.kind === 'status' ? { ...done, name: rename('status', done.name) } : done;

/** The own rule of stored settings; null if they have none. */
export function doneOf(stored: Stored): DoneChoice | null {
  const flag = FLAG.parse(stored.statusResolution);
  const kind = parseKind(stored.doneRule);
  const status = STATUS_NAME.parse(stored.doneStatus) ?? '';
  if (flag === false) return { kind: 'resolution' };
  if (kind !== undefined) return doneChoice(kind, status);
  // Old versions stored 'Done' or 'Resolved' by default, whatever the site calls its done statuses.
  if (status !== '' && !/^(done|resolved)$/i.test(status)) return { kind: 'status', name: status };
  return flag === true || status !== '' ? DEFAULT_DONE : null;
}

/** Reads the site's rule: `{ rule, status }`; invalid values are the default. */
export function parseSiteDone(stored: Readonly<Record<string, unknown>> | null): DoneChoice {
  const kind = parseKind(stored?.rule);
  const status = stored?.status;
  return kind === undefined
    ? DEFAULT_DONE
    : doneChoice(kind, typeof status === 'string' ? status.trim() : '');
}

export function storedSiteDone(rule: DoneChoice): Record<string, unknown> {
  return { rule: rule.kind, ...(rule.kind === 'status' && { status: rule.name }) };
}

export const doneChoice = (kind: DoneChoice['kind'], status: string): DoneChoice =>
  kind === 'status' ? { kind, name: status || DONE_STATUS } : { kind };

/** Velocity stores the first rule as 'default'. */
const parseKind = (raw: unknown): DoneChoice['kind'] | undefined =>
  raw === 'default' ? DEFAULT_DONE.kind : DONE_KINDS.parse(raw);

/** For programs. */
export function plainDone({ rule, own }: DoneInForce) {
  return { ...storedSiteDone(rule), text: describeDone(rule), own };
}

/** The definition of resolved in figures of the present. */
export function resolvedDefinition(rule: DoneChoice, more = ''): Definition {
  const clause = doneClause(rule);
  return {
    figure: 'Resolved',
    text: `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.${more}`,
  };
}

/** Pins of saved reports: what was computed once, with a note, and who is shown it. */
import { recordOf } from '@tallyboard/core/unknown.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import type { ReportSource } from '@tallyboard/engine/ask/answer-report.ts';
import { peopleRule } from '@tallyboard/engine/people/people-rule.ts';
import type { ComparedPin, PinContent, PinJson } from '@tallyboard/engine/pins/pin-schema.ts';
import { OTHER_RIGHTS, readPinQuestion } from '@tallyboard/engine/pins/pin-schema.ts';
import type { PinAsked } from '@tallyboard/engine/why/read-why.ts';
import { fetchIssuesById } from '@tallyboard/jira/endpoints/search.ts';
import { type Api, type Call, readBody, requireKnownRights } from '@tallyboard/replica/rest/api.ts';
import { JiraError, jiraErrorOf } from '@tallyboard/replica/rest/errors.ts';
import { mayEdit, mayManage } from '@tallyboard/replica/rest/platform/dashboard.ts';
import { parseSiteSettings } from '@tallyboard/reports/catalogue/site-settings.ts';
import type { AccountStore } from '@tallyboard/server-store/accounts.ts';
import type { Pin, PinStore } from '@tallyboard/server-store/pins.ts';
import type { SavedReport } from '@tallyboard/server-store/saved-reports.ts';
import {
  allowsPinned,
  comparePin,
  makePin,
  type PinReader,
  pinJson,
  pinnedValues,
  readNote,
} from '@tallyboard/service-kit/pins/pins.ts';
import type { JiraBehind } from '../site/reverse-proxy.ts';
import { siteFailure } from '../site/site-failure.ts';
import type { Figures } from './figures.ts';
import { readerOf } from './reader-call.ts';
import { sharedSettings } from './reader-scope.ts';
import type { ReportQuery } from './report-job.ts';
import { findSaved, type OwnStores, savedAsked, savedOf, savedQuery } from './saved-question.ts';

export interface PinStores extends OwnStores {
  readonly pins: PinStore;
  readonly accounts: AccountStore;
}

interface PinParts {
  readonly api: Api;
  readonly figures: Figures;
  readonly store: PinStores;
  readonly siteOf: () => JiraBehind | null;
}

interface PinPlace {
  readonly pin: string;
  readonly name?: string;
}

export type Pins = ReturnType<typeof createPins>;

/** A real Jira is asked for this many issues of a pin, a hundred at a time. */
const MAX_ISSUES_OF_SITE = 5_000;
const BATCH = 100;

/** Throws JiraErrors with the reason. */
export function createPins({ api, figures, store, siteOf }: PinParts) {
  const contentOf = pinContents(figures);
  const readersOf = pinReaders({ api, store, siteOf });
  const readerFor = async (call: Call, saved: SavedReport, pin: Pin) =>
    (await readersOf(call, saved, [pin]))(pin);

  /** `name`: of the saved report; without it the pin is of any that the caller may see. */
  async function find(call: Call, { pin: id, name }: PinPlace) {
    const pin = await store.pins.get(id);
    const all =
      name === undefined ? await savedOf(store, call) : [await findSaved(store, call, name)];
    const saved = all.find(each => each.id === pin?.report);
    if (pin && saved) return { pin, saved };
    throw new JiraError(404, 'There is no such pin, or its saved report is not shared with you.');
  }

  return {
    async list(call: Call, name: string): Promise<readonly PinJson[]> {
      const saved = await findSaved(store, call, name);
      const pins = await store.pins.ofReport(saved.id);
      const readerOfPin = await readersOf(call, saved, pins);
      return pins.map(pin => pinJson(pin, readerOfPin(pin)));
    },

    /** Those of all saved reports that the caller may see, without their figures. */
    async all(call: Call) {
      const saved = await savedOf(store, call);
      const lists = await Promise.all(
        saved.map(async ({ id, name }) =>
          (await store.pins.ofReport(id)).map(pin => ({ id: pin.id, name, asOfMs: pin.asOfMs })),
        ),
      );
      return lists.flat();
    },

    async add(call: Call, name: string, signal: AbortSignal): Promise<PinJson> {
      const saved = await findSaved(store, call, name);
      if (!mayEdit(call, saved))
        throw new JiraError(
          403,
          'Who may change the saved report may pin it. Save one of your own.',
        );
      const read = readNote(readBody(call, ['note']).note);
      if ('problem' in read) throw wrong('note', read.problem);
      const content = await contentOf(call, await savedQuery(call, store, saved), signal);
      const made = makePin({
        report: saved.id,
        owner: call.caller.account,
        note: read.note,
        view: saved.view,
        content,
        now: call.clock(),
        ...(siteOf() && { maxIssues: MAX_ISSUES_OF_SITE }),
      });
      if ('problem' in made) throw new JiraError(400, made.problem);
      await store.pins.add(made.pin).catch((error: unknown) => {
        if (error instanceof StoreError && error.reason === 'conflict')
          throw new JiraError(409, error.message);
        throw error;
      });
      return pinJson(made.pin, await readerFor(call, saved, made.pin));
    },

    /** Beside the figures of today, and those of its time as they are computed now. */
    async compare(call: Call, place: PinPlace, signal: AbortSignal): Promise<ComparedPin> {
      const { pin, saved } = await find(call, place);
      const reader = await readerFor(call, saved, pin);
      const none = { content: null };
      if (!reader.sees) return comparePin(pin, reader, { replayed: none, now: none });
      const { view, timeZone } = readPinQuestion(pin.question);
      const query = () => savedQuery(call, store, { ...saved, view });
      const replayed = await tryContent(async () =>
        contentOf(call, { ...(await query()), asOf: pin.asOfMs, timeZone }, signal),
      );
      const now = await tryContent(async () =>
        contentOf(call, { ...(await query()), timeZone }, signal),
      );
      return comparePin(pin, reader, { replayed, now });
    },

    /** What a pin answers, for who may see its numbers. */
    async asked(call: Call, id: string): Promise<PinAsked> {
      const { pin, saved } = await find(call, { pin: id });
      const { sees, aggregate } = await readerFor(call, saved, pin);
      if (!sees || aggregate) throw new JiraError(403, `The pin '${id}' was ${OTHER_RIGHTS}.`);
      const { view, timeZone } = readPinQuestion(pin.question);
      const question = await savedAsked(call, store, { ...saved, view });
      return { question: { ...question, timeZone }, asOfMs: pin.asOfMs, values: pinnedValues(pin) };
    },

    async remove(call: Call, place: PinPlace): Promise<void> {
      const { pin, saved } = await find(call, place);
      const { account } = call.caller;
      if (!(pin.owner !== null && pin.owner === account) && !mayManage(call, saved))
        throw new JiraError(403, 'Its author and the owner of the saved report may remove it.');
      await store.pins.remove(pin.id);
    },
  };
}

/** What a pin keeps of a question, as the caller gets it. */
const pinContents =
  (figures: Figures) =>
  async (call: Call, query: ReportQuery, signal: AbortSignal): Promise<PinContent> => {
    const { json } = await figures.get(call, { ...query, pin: true }, signal);
    return JSON.parse(Buffer.from(json).toString());
  };

/** What is asked again may be impossible by now: the pin is shown all the same. */
async function tryContent(find: () => Promise<PinContent>) {
  try {
    return { content: await find() };
  } catch (error) {
    const { status, message } = jiraErrorOf(error);
    if (status >= 500) throw error;
    return { content: null, problem: message };
  }
}

/** What a caller may know of pins: the numbers of those that they made, or of which they see every issue now. */
function pinReaders({ api, store, siteOf }: Omit<PinParts, 'figures'>) {
  return async (
    call: Call,
    saved: SavedReport,
    pins: readonly Pin[],
  ): Promise<(pin: Pin) => PinReader> => {
    const { accessKey, visitor } = call.reply.request;
    const { account } = call.caller;
    const isAuthor = ({ owner }: Pin) => owner !== null && owner === account;
    // A key sees less than its owner.
    const isFree = visitor?.jqlFilter === undefined && !accessKey?.aggregateOnly;
    const seesOwn = (pin: Pin) => isFree && isAuthor(pin);
    const others = pins.filter(pin => !seesOwn(pin));
    const visible = await visibleOf(call, new Set(others.flatMap(({ issues }) => issues)));
    const owners = [...new Set(pins.map(({ owner }) => owner))];
    const settings = parseSiteSettings(await sharedSettings(api.store));
    const forOthers = accessKey?.aggregateOnly || siteOf() !== null;
    const { policy } = peopleRule({ settings, roles: forOthers ? [] : call.caller.roles });
    const names = new Map(
      await Promise.all(owners.map(async owner => [owner, await nameOf(call, owner)] as const)),
    );
    return pin => ({
      sees:
        allowsPinned(policy, pin, isAuthor(pin)) &&
        (seesOwn(pin) || pin.issues.every(id => visible.has(id))),
      aggregate: accessKey?.aggregateOnly ?? false,
      mine: isAuthor(pin),
      removable: isAuthor(pin) || mayManage(call, saved),
      author: names.get(pin.owner) ?? null,
      name: saved.name,
    });
  };

  async function nameOf({ caller, find }: Call, owner: string | null): Promise<string | null> {
    if (owner === null) return null;
    if (owner === caller.account) return caller.user?.displayName ?? owner;
    return ((await store.accounts.get(owner)) ?? find('user', owner))?.name ?? null;
  }

  async function visibleOf(call: Call, issues: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    if (issues.size === 0) return issues;
    const site = siteOf();
    if (site) return inJira(site.source(readerOf(call)), [...issues]).catch(throwSiteFailure);
    const own = await api.view(call.caller, call.reply.request);
    requireKnownRights(own, call.reply);
    return new Set(await own.store.access.issues('BROWSE_PROJECTS', [...issues]));
  }
}

/** Those of the issues that Jira gives. */
async function inJira(
  { client }: ReportSource,
  issues: readonly string[],
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let from = 0; from < issues.length; from += BATCH) {
    const part = issues.slice(from, from + BATCH);
    const { issues: records } = await fetchIssuesById(client, part, { fields: ['created'] });
    for (const record of records) found.add(String(recordOf(record).id));
  }
  return found;
}

function throwSiteFailure(error: unknown): never {
  const failure = siteFailure(error);
  throw failure ? new JiraError(failure.status, failure.message) : error;
}

const wrong = (path: string, text: string) =>
  new JiraError(400, `${path}: ${text}`, { [path]: text });

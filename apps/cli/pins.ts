/** Pins where the command line finds them: in the store of a data folder, or on a server. */
import type { PeoplePolicy } from '@tallyboard/core/people/people-policy.ts';
import { StoreError } from '@tallyboard/database/store-error.ts';
import { answerQuestion } from '@tallyboard/engine/ask/answer-report.ts';
import type { Question } from '@tallyboard/engine/ask/question.ts';
import { readQuestion } from '@tallyboard/engine/ask/read-question.ts';
import { savedQuestion } from '@tallyboard/engine/ask/saved-question.ts';
import type { ComparedPin, PinContent, PinJson } from '@tallyboard/engine/pins/pin-schema.ts';
import { OTHER_RIGHTS, readPinQuestion } from '@tallyboard/engine/pins/pin-schema.ts';
import { QuestionError } from '@tallyboard/engine/question-error.ts';
import type { PinAsked } from '@tallyboard/engine/why/read-why.ts';
import { ADDON_KEYS } from '@tallyboard/hosts/info.ts';
import { path } from '@tallyboard/jira/address.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { HttpError } from '@tallyboard/jira/errors.ts';
import { parseSiteSettings } from '@tallyboard/reports/catalogue/site-settings.ts';
import { findByName } from '@tallyboard/reports/find-by-name.ts';
import type { Pin } from '@tallyboard/server-store/pins.ts';
import type { SavedReport } from '@tallyboard/server-store/saved-reports.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { pinContent } from '@tallyboard/service-kit/pins/pin-content.ts';
import {
  allowsPinned,
  comparePin,
  makePin,
  type PinReader,
  pinJson,
  pinnedValues,
  readNote,
} from '@tallyboard/service-kit/pins/pins.ts';
import { CommandError, UsageError } from './command.ts';
import { auditChange } from './data-folder.ts';
import type { JiraSources } from './jira-source.ts';

export interface PinPlace {
  /** Those of a saved report; without a name those of all. */
  list(name?: string): Promise<readonly PinJson[]>;
  add(name: string, note: string, owner: string | null): Promise<PinJson>;
  show(id: string): Promise<ComparedPin>;
  remove(id: string): Promise<void>;
}

async function policyIn({ properties }: Store): Promise<PeoplePolicy> {
  const stored = await properties.get(`addon:${ADDON_KEYS.standard}`, 'global-settings');
  return parseSiteSettings(stored?.value).figuresOnPeople;
}

/** What is asked again may be impossible by now: the pin is shown all the same. */
async function tryContent(ask: () => Promise<PinContent>) {
  try {
    return { content: await ask() };
  } catch (error) {
    if (!(error instanceof QuestionError)) throw error;
    return { content: null, problem: error.message };
  }
}

/** Pins of a store, with the rights of the command line: who reads the folder can read all of it. */
export function storePins(
  { at, store }: JiraSources & { readonly store: Store },
  now: () => number,
) {
  const contentOf = async (question: Question): Promise<PinContent> =>
    pinContent(await answerQuestion(time => at(time ?? now()), question, { now: now() }));

  const questionOf = async (saved: Pick<SavedReport, 'name' | 'view'>): Promise<Question> =>
    readQuestion(
      {},
      {
        now: now(),
        saved: await savedQuestion(saved),
        boardSets: () => store.boardSets.all(),
      },
    );

  const readerOf = async (pin: Pin, { name }: Pick<SavedReport, 'name'>): Promise<PinReader> => ({
    sees: allowsPinned(await policyIn(store), pin, false),
    aggregate: false,
    mine: false,
    removable: true,
    author: pin.owner && ((await store.accounts.get(pin.owner))?.name ?? pin.owner),
    name,
  });

  async function find(id: string) {
    const pin = await store.pins.get(id);
    const saved = pin && (await store.savedReports.get(pin.report));
    if (pin && saved) return { pin, saved };
    throw new CommandError(`There is no pin '${id}'. 'tallyboard pin list' shows them.`);
  }

  const place: PinPlace = {
    async list(name) {
      const all = await store.savedReports.all();
      const chosen = name === undefined ? all : [findSaved(all, name)];
      const lists = await Promise.all(
        chosen.map(async saved => {
          const pins = await store.pins.ofReport(saved.id);
          return Promise.all(pins.map(async pin => pinJson(pin, await readerOf(pin, saved))));
        }),
      );
      return lists.flat();
    },

    async add(name, text, owner) {
      const saved = findSaved(await store.savedReports.all(), name);
      const read = readNote(text);
      if ('problem' in read) throw new UsageError(`--note: ${read.problem}`);
      const { id: report, view } = saved;
      const content = await questionOf(saved).then(contentOf).catch(throwTold);
      const made = makePin({ report, owner, note: read.note, view, content, now: now() });
      if ('problem' in made) throw new CommandError(made.problem);
      await store.pins.add(made.pin).catch(throwTold);
      await auditChange(store, 'pin made', made.pin.id, JSON.stringify({ report }));
      return pinJson(made.pin, await readerOf(made.pin, saved));
    },

    async show(id) {
      const { pin, saved } = await find(id);
      const { view, timeZone } = readPinQuestion(pin.question);
      const question = async () => ({ ...(await questionOf({ ...saved, view })), timeZone });
      const replayed = await tryContent(async () =>
        contentOf({ ...(await question()), asOf: pin.asOfMs }),
      );
      const present = await tryContent(async () => contentOf(await question()));
      return comparePin(pin, await readerOf(pin, saved), { replayed, now: present });
    },

    async remove(id) {
      const { pin } = await find(id);
      await store.pins.remove(pin.id);
      await auditChange(store, 'pin removed', pin.id);
    },
  };

  return {
    ...place,
    /** What a pin answers, as it was asked. */
    async asked(id: string): Promise<PinAsked & { readonly saved: SavedReport }> {
      const { pin, saved } = await find(id);
      if (!allowsPinned(await policyIn(store), pin, false))
        throw new CommandError(`The pin '${id}' was ${OTHER_RIGHTS}.`);
      const { view, timeZone } = readPinQuestion(pin.question);
      const question = { ...(await questionOf({ ...saved, view })), timeZone };
      return { question, saved, asOfMs: pin.asOfMs, values: pinnedValues(pin) };
    },
  };
}

function findSaved(all: readonly SavedReport[], name: string): SavedReport {
  const found = findByName('saved report', all, name);
  if (found.item) return found.item;
  throw new CommandError(found.problem);
}

/** What the person can change is told without a stack. */
function throwTold(error: unknown): never {
  const isTold = error instanceof QuestionError || error instanceof StoreError;
  throw isTold ? new CommandError(error.message, { cause: error }) : error;
}

const BASE = '/rest/tallyboard/1/saved-reports';

/** Pins of a server, by the rights of the access key. */
export function serverPins(client: Pick<JiraClient, 'send'>): PinPlace {
  const send: JiraClient['send'] = (...args) => client.send(...args).catch(throwRefused);
  const get = async <Reply>(address: string) =>
    (await send({ method: 'GET', path: address })) as Reply;
  const pinsOf = async (name: string) =>
    (await get<{ pins: readonly PinJson[] }>(`${BASE}${path`/${name}/pins`}`)).pins;

  async function all(): Promise<readonly PinJson[]> {
    const { reports } = await get<{ reports: readonly SavedHere[] }>('/replica/saved-reports');
    const lists = await Promise.all(
      reports.filter(({ pins }) => pins.count > 0).map(({ id }) => pinsOf(id)),
    );
    return lists.flat();
  }

  async function addressOf(id: string): Promise<string> {
    const pin = (await all()).find(each => each.id === id);
    if (pin) return `${BASE}${path`/${pin.savedReport}/pins/${id}`}`;
    throw new CommandError(`There is no pin '${id}'. 'tallyboard pin list' shows them.`);
  }

  return {
    list: name => (name === undefined ? all() : pinsOf(name)),
    add: async (name, note) =>
      (await send({
        method: 'POST',
        path: `${BASE}${path`/${name}/pins`}`,
        body: { note },
      })) as PinJson,
    show: async id => get<ComparedPin>(await addressOf(id)),
    async remove(id) {
      await send({ method: 'DELETE', path: await addressOf(id) });
    },
  };
}

/** The server's own words. */
function throwRefused(error: unknown): never {
  if (!(error instanceof HttpError) || error.status >= 500) throw error;
  const { status, messages } = error;
  const words = messages.join(' ');
  const none = 'There is no Tallyboard server with pins at this address.';
  if (words === '' && status !== 404) throw error;
  throw new CommandError(words || none, { cause: error });
}

interface SavedHere {
  readonly id: string;
  readonly pins: { readonly count: number };
}

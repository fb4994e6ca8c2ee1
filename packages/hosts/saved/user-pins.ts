/** Pins in a property of the reader's user in Jira: nobody else sees them. */
import type { JiraClient } from '@tallyboard/jira/client.ts';
import * as v from 'valibot';
import { newItemId } from './owned-items.ts';
import { type appPins, pinnedFigures, type SavedPin, type SavedPins } from './pins.ts';
import type { SavedReport, SavedReports } from './saved-report.ts';
import { userProperty } from './user-property.ts';

const userPin = v.object({
  ...pinnedFigures.entries,
  id: v.string(),
  /** The saved report. */
  report: v.string(),
  note: v.string(),
});
type UserPin = v.InferOutput<typeof userPin>;

const shownPin = ({ report: _, hash: __, ...pin }: UserPin): SavedPin => ({
  ...pin,
  author: null,
  mine: true,
  removable: true,
  shown: true,
});

/** It is in the storage of the app, which knows no names. */
const isShared = ({ ownerId }: Pick<SavedReport, 'ownerId'>) => ownerId !== undefined;

const byTime = (a: { readonly asOf: string }, b: { readonly asOf: string }) =>
  Date.parse(a.asOf) - Date.parse(b.asOf);

/**
 * The saved reports with pins of the reader. With `shared`, pins of reports in the storage of an app are there, for those who may
 * change the report.
 */
export function withUserPins(
  reports: SavedReports,
  client: JiraClient,
  shared: ReturnType<typeof appPins> | null = null,
): SavedReports {
  const property = userProperty(client, 'tallyboard-pins', v.object({ pins: v.array(userPin) }), {
    empty: { pins: [] },
    noun: 'pin',
  });
  const change = async (update: (all: readonly UserPin[]) => readonly UserPin[]) => {
    const { pins } = await property.read();
    const next = update(pins);
    if (next.length !== pins.length) await property.write({ pins: [...next] });
  };
  const pins: SavedPins = {
    async list(report, signal) {
      const [own, stored] = await Promise.all([
        property.read(signal),
        shared && reports.get(report, signal),
      ]);
      const others = shared && stored && isShared(stored) ? await shared.list(report, signal) : [];
      const mine = own.pins.filter(pin => pin.report === report).map(shownPin);
      return [...mine, ...others].sort(byTime);
    },
    compare: null,
    isPrivate: report => !shared || !isShared(report) || !report.editable,
    async add(report, note, ofPage) {
      const stored = shared && (await reports.get(report));
      if (shared && stored && !pins.isPrivate(stored)) return shared.add(report, note, ofPage);
      const { figures } = await ofPage();
      const pin: UserPin = { ...figures, id: newItemId(), report, note };
      await change(all => [...all, pin].sort(byTime));
      return shownPin(pin);
    },
    async remove(report, id) {
      const { pins: own } = await property.read();
      if (!shared || own.some(pin => pin.id === id))
        return change(all => all.filter(pin => pin.id !== id));
      return shared.remove(report, id);
    },
  };

  /** With the number of their pins. */
  async function counted(found: readonly SavedReport[], signal?: AbortSignal) {
    if (found.length === 0) return found;
    const all = (await property.read(signal)).pins;
    return found.map(report => {
      // Pins of others are known once they are opened.
      if (shared && isShared(report)) return report;
      const own = all.filter(pin => pin.report === report.id);
      return { ...report, pins: { count: own.length, latest: own.at(-1)?.asOf ?? null } };
    });
  }
  const one = async (report: SavedReport, signal?: AbortSignal): Promise<SavedReport> =>
    (await counted([report], signal))[0] ?? report;

  return {
    ...reports,
    pins,
    list: async signal => counted(await reports.list(signal), signal),
    async get(id, signal) {
      const found = await reports.get(id, signal);
      return found && one(found, signal);
    },
    save: async given => one(await reports.save(given)),
    async remove(id) {
      await reports.remove(id);
      await change(all => all.filter(pin => pin.report !== id));
    },
  };
}

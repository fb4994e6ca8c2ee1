/** Pins in a property of the reader's user in Jira: nobody else sees them. */
import type { JiraClient } from '@tallyboard/jira/client.ts';
import * as v from 'valibot';
import { newItemId } from './owned-items.ts';
import { pinnedFigures, type SavedPin, type SavedPins } from './pins.ts';
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
  removable: true,
  shown: true,
});

const byTime = (a: UserPin, b: UserPin) => Date.parse(a.asOf) - Date.parse(b.asOf);

/** The saved reports with pins of the reader. */
export function withUserPins(reports: SavedReports, client: JiraClient): SavedReports {
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
    list: async (report, signal) =>
      (await property.read(signal)).pins.filter(pin => pin.report === report).map(shownPin),
    compare: null,
    async add(report, note, figures) {
      const pin: UserPin = { ...(await figures()), id: newItemId(), report, note };
      await change(all => [...all, pin].sort(byTime));
      return shownPin(pin);
    },
    remove: (_, id) => change(all => all.filter(pin => pin.id !== id)),
  };

  /** With the number of their pins. */
  async function counted(found: readonly SavedReport[], signal?: AbortSignal) {
    if (found.length === 0) return found;
    const all = (await property.read(signal)).pins;
    return found.map(report => {
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

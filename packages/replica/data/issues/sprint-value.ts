import { readSprint } from '@tallyboard/records/sprint.ts';
import { Report } from '@tallyboard/records/values.ts';
import { asInstant, asNumber, asText, type JsonObject } from '../shapes.ts';

/** What is repaired here was reported where the record was read. */
const SILENT = new Report(() => {});

const TIMES = ['startDate', 'activatedDate', 'endDate', 'completeDate'];

/** The agile API's form of a sprint, from any of Jira's forms; null without an id. */
export function parseSprint(value: unknown): (JsonObject & { id: number }) | null {
  const source = readSprint(value, SILENT);
  if (source === null) return null;
  const { boardId, self: _self, ...rest } = source;
  const known = Object.entries(rest).filter(
    ([, member]) => member !== undefined && member !== null,
  );
  const sprint: JsonObject = Object.fromEntries(known);
  if (typeof value === 'string')
    for (const name of TIMES) {
      const instant = asInstant(sprint[name]);
      if (instant !== null) sprint[name] = new Date(instant).toISOString();
    }
  const origin = asNumber(source.originBoardId) ?? asNumber(boardId);
  if (origin !== null) sprint.originBoardId = origin;
  const state = asText(sprint.state);
  if (state !== null) sprint.state = state.toLowerCase();
  return { ...sprint, id: Number(source.id) };
}

/** From a list, a single sprint or null. */
export function parseSprints(value: unknown): (JsonObject & { id: number })[] {
  const list = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  return list.map(parseSprint).filter(sprint => sprint !== null);
}

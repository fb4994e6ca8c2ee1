import { asInstant, asNumber, asObject, asText, type JsonObject } from '../shapes.ts';

const knownKeys =
  /(?:\[|,)(id|rapidViewId|state|name|startDate|endDate|completeDate|activatedDate|sequence|goal|synced|autoStartStop|incompleteIssuesDestinationId)=/g;

/** Parses Data Center's `...Sprint@1f[id=4,state=ACTIVE,name=...]`. Names may contain commas and brackets. */
function parseSprintText(text: string): JsonObject | null {
  const hits = [...text.matchAll(knownKeys)];
  if (hits.length === 0) return null;
  const parts = new Map<string, string | null>();
  hits.forEach((hit, at) => {
    const end = hits[at + 1]?.index ?? text.lastIndexOf(']');
    const value = text.slice(hit.index + hit[0].length, end);
    parts.set(String(hit[1]), value === '<null>' || value === '' ? null : value);
  });
  const date = (key: string) => {
    const instant = asInstant(parts.get(key));
    return instant === null ? undefined : new Date(instant).toISOString();
  };
  return {
    id: asNumber(parts.get('id')),
    state: parts.get('state')?.toLowerCase(),
    name: parts.get('name'),
    startDate: date('startDate'),
    endDate: date('endDate'),
    completeDate: date('completeDate'),
    originBoardId: asNumber(parts.get('rapidViewId')) ?? undefined,
    goal: parts.get('goal') ?? undefined,
  };
}

/** The agile API's form of a sprint, from any of Jira's forms; null without an id. */
export function parseSprint(value: unknown): (JsonObject & { id: number }) | null {
  if (typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))) {
    return { id: Number(value) };
  }
  const source = typeof value === 'string' ? parseSprintText(value) : asObject(value);
  const id = asNumber(source?.id);
  if (!source || id === null) return null;
  const { boardId, self: _self, ...rest } = source;
  const known = Object.entries(rest).filter(
    ([, member]) => member !== undefined && member !== null,
  );
  const sprint: JsonObject = Object.fromEntries(known);
  const origin = asNumber(source.originBoardId) ?? asNumber(boardId);
  if (origin !== null) sprint.originBoardId = origin;
  const state = asText(sprint.state);
  if (state !== null) sprint.state = state.toLowerCase();
  return { ...sprint, id };
}

/** From a list, a single sprint or null. */
export function parseSprints(value: unknown): (JsonObject & { id: number })[] {
  const list = Array.isArray(value) ? value : value === null || value === undefined ? [] : [value];
  return list.map(parseSprint).filter(sprint => sprint !== null);
}

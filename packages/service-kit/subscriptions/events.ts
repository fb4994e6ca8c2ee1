/** Events of the store that subscriptions wait for. */
import type { Store } from '@tallyboard/replica/store/store.ts';
import type { StoreEvent } from './definition.ts';

export interface Sight {
  /** Compared with what was seen before. */
  readonly seen: string;
  /** What has happened since, in words; null for nothing. */
  readonly cause: string | null;
}

const HOUR_MS = 3_600_000;

/** What there is now, beside what was seen before; '' is a first look, in which nothing has happened yet. */
export async function lookFor(
  store: Pick<Store, 'catalogue' | 'mirror'>,
  { event, of }: StoreEvent,
  before: string,
): Promise<Sight> {
  if (event === 'mirror-finished') {
    const ended = (await store.mirror.state())?.endedMs ?? 0;
    const isDue = before !== '' && ended - Number(before) >= HOUR_MS;
    // An earlier end than the last: the clock was set back, or there is a new mirror.
    const isBack = ended < Number(before) - HOUR_MS;
    const seen = before === '' || isDue || isBack ? String(ended) : before;
    return { seen, cause: isDue ? 'A round of the mirror has ended.' : null };
  }
  const now =
    event === 'sprint-closed' ? await closedSprints(store, of) : await released(store, of);
  const known = new Set(before === '' ? [] : (JSON.parse(before) as readonly string[]));
  const fresh = before === '' ? [] : now.filter(({ id }) => !known.has(id));
  const seen = JSON.stringify(now.map(({ id }) => id).sort());
  if (fresh.length === 0) return { seen, cause: null };
  const names = fresh.map(({ name }) => `'${name}'`).join(', ');
  const [one, many, done] =
    event === 'sprint-closed'
      ? ['Sprint', 'Sprints', 'closed']
      : ['Version', 'Versions', 'released'];
  const cause =
    fresh.length === 1 ? `${one} ${names} was ${done}.` : `${many} ${names} were ${done}.`;
  return { seen, cause: cause.slice(0, 300) };
}

interface Named {
  readonly id: string;
  readonly name: string;
}

async function closedSprints(
  { catalogue }: Pick<Store, 'catalogue'>,
  board: string | null,
): Promise<readonly Named[]> {
  const all = await catalogue.all('sprint');
  return all.filter(
    ({ document: { state, originBoardId } }) =>
      state === 'closed' && (board === null || String(originBoardId) === board),
  );
}

async function released(
  { catalogue }: Pick<Store, 'catalogue'>,
  project: string | null,
): Promise<readonly Named[]> {
  const projects = await catalogue.all('project');
  const found = projects.find(({ id, document: { key } }) => key === project || id === project);
  const all = await catalogue.all('version');
  return all.filter(
    ({ document: { released: isReleased, projectId } }) =>
      isReleased === true && found !== undefined && String(projectId) === found.id,
  );
}

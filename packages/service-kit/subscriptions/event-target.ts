/** Whose events subscriptions wait for: the board of a sprint, the project of a version. */
import type { Visitor } from '@tallyboard/replica/rest/visitor.ts';
import type { Alert } from '@tallyboard/server-store/alerts.ts';
import type { Store } from '@tallyboard/server-store/store.ts';
import { storeOf } from '../delivery/reader-source.ts';
import { withAlertId } from './alert-event.ts';
import type { Given, Problem, When } from './definition.ts';

type Catalogue = Pick<Store['catalogue'], 'all'>;

interface Target {
  /** As a subscription keeps it. */
  readonly of: string;
  readonly names: readonly unknown[];
}

/** Boards, also those that are known by their sprints alone. */
async function boardsIn(catalogue: Catalogue): Promise<readonly Target[]> {
  const boards = await catalogue.all('board');
  const known = new Set(boards.map(({ id }) => id));
  const named = boards.map(({ id, name }) => ({ of: id, names: [id, name] }));
  const sprints = await catalogue.all('sprint');
  const ids = new Set(
    sprints.flatMap(({ document: { originBoardId: id } }) => (id ? String(id) : [])),
  );
  const others = [...ids].filter(id => !known.has(id));
  return [...named, ...others.map(of => ({ of, names: [of] }))];
}

const projectsIn = async (catalogue: Catalogue): Promise<readonly Target[]> =>
  (await catalogue.all('project')).map(({ id, name, document: { key } }) => {
    return { of: String(key ?? id), names: [key, id, name] };
  });

const KINDS = {
  'sprint-closed': {
    noun: 'board',
    by: 'id or name',
    allIn: boardsIn,
    cause: 'A sprint was closed.',
  },
  'version-released': {
    noun: 'project',
    by: 'key',
    allIn: projectsIn,
    cause: 'A version was released.',
  },
} as const;

const kindOf = (event: unknown) =>
  event === 'sprint-closed' || event === 'version-released' ? KINDS[event] : null;

interface TargetOptions {
  /** What the caller may see. */
  readonly catalogue: Catalogue;
  /** The store has no data of its own. */
  readonly isSite: boolean;
  /** Alerts that the caller may see. */
  readonly mayUse?: (alert: Alert) => boolean;
}

/** What was written, with what its event is of as subscriptions keep it: people name alerts, boards and projects in several ways. */
export async function withEventTarget(
  store: Store,
  given: Given,
  { catalogue, isSite, mayUse }: TargetOptions,
): Promise<Given | Problem> {
  const { cron, event, of } = given;
  // Only one can be meant, which is said before whether the event is right.
  if (cron !== undefined && event !== undefined) return given;
  const kind = kindOf(event);
  if (isSite && (kind || event === 'mirror-finished'))
    return {
      path: 'event',
      text: `'${event}' is an event of stored data, and this server reads a Jira directly. Give a schedule or an alert, or mirror the Jira.`,
    };
  if (!kind || (typeof of !== 'string' && typeof of !== 'number'))
    return withAlertId(store, given, mayUse);
  const wanted = String(of).trim().toLowerCase();
  const named = (await kind.allIn(catalogue)).filter(({ names }) =>
    names.some(name => String(name).toLowerCase() === wanted),
  );
  // An id or a key before a name.
  const found = named.filter(target => target.of.toLowerCase() === wanted);
  const [only, ...more] = found.length > 0 ? found : named;
  if (!only)
    return {
      path: 'of',
      text: `There is no ${kind.noun} '${of}': give the ${kind.by} of one that you see.`,
    };
  if (more.length === 0) return { ...given, of: only.of };
  const ids = [only, ...more].map(target => target.of).join(', ');
  return {
    path: 'of',
    text: `Several ${kind.noun}s are named '${of}': ${ids}. Give one of these.`,
  };
}

/**
 * What a reader is told of an event: the name of its sprint or version only where the reader sees the board or project. `reader` is
 * null for recipients without an account, who get no names.
 */
export async function causeFor(
  store: Store,
  when: When,
  cause: string,
  reader: Visitor | null,
): Promise<string> {
  const kind = 'event' in when ? kindOf(when.event) : null;
  if (!kind || !('of' in when)) return cause;
  if (!reader || when.of === null) return kind.cause;
  const { catalogue } = await storeOf(store, reader);
  const isSeen = (await kind.allIn(catalogue)).some(({ of }) => of === when.of);
  return isSeen ? cause : kind.cause;
}

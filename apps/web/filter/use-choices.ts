import type { ChoiceOption, Engine } from '@tallyboard/engine/calls.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import type { Choice } from '@tallyboard/jira/jql/presets.ts';
import { useMemo } from 'react';
import { useSession } from '../start/session.ts';
import { type Loaded, useLoaded } from '../use-loaded.ts';

type Options = readonly ChoiceOption[];

/** Loaded lists are kept until the site is loaded again. */
const lists = new WeakMap<Site, Map<string, Promise<Options>>>();

function listOf(engine: Engine, site: Site, kind: Choice, project: string | null) {
  const known = lists.get(site) ?? new Map<string, Promise<Options>>();
  lists.set(site, known);
  const name = `${kind} ${project ?? ''}`;
  const list = known.get(name) ?? engine.choices({ kind, project });
  known.set(name, list);
  // The next request retries.
  list.catch(() => known.delete(name));
  return list;
}

/** Options of a preset's select, loaded when first shown. Versions need a project. */
export function useChoices(
  kind: Choice,
  project: string | null,
): Loaded<Options> & { readonly loading: boolean } {
  const { engine, site } = useSession();
  const waits = kind === 'version' && project === null;
  const wanted = useMemo(
    () => (waits ? null : { site, kind, project }),
    [waits, site, kind, project],
  );
  const loaded = useLoaded(wanted, key => listOf(engine, key.site, key.kind, key.project));
  return { ...loaded, loading: !waits && loaded.value === null && loaded.error === null };
}

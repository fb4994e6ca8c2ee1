import type { ChoiceOption, Engine } from '@tallyboard/engine/calls.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import type { Choice } from '@tallyboard/jira/jql/presets.ts';
import { useEffect, useState } from 'react';
import { useSession } from '../start/session.ts';

export interface ChoiceList {
  readonly options: readonly ChoiceOption[];
  readonly loading: boolean;
  /** The error is in the log. */
  readonly failed: boolean;
}

const LOADING: ChoiceList = { options: [], loading: true, failed: false };
const NOTHING: ChoiceList = { options: [], loading: false, failed: false };

/** Loaded lists are kept until the site is loaded again. */
const lists = new WeakMap<Site, Map<string, Promise<readonly ChoiceOption[]>>>();

function listOf(engine: Engine, site: Site, kind: Choice, project: string | null) {
  const known = lists.get(site) ?? new Map<string, Promise<readonly ChoiceOption[]>>();
  lists.set(site, known);
  const name = `${kind} ${project ?? ''}`;
  const list = known.get(name) ?? engine.choices({ kind, project });
  known.set(name, list);
  // The next request retries.
  list.catch(() => known.delete(name));
  return list;
}

/** Options of a preset's select, loaded when first shown. Versions need a project. */
export function useChoices(kind: Choice, project: string | null): ChoiceList {
  const { engine, site } = useSession();
  const [answer, setAnswer] = useState<{ readonly of: string; readonly list: ChoiceList }>();
  const waits = kind === 'version' && project === null;
  const of = `${kind} ${project ?? ''}`;
  useEffect(() => {
    if (waits) return;
    let wanted = true;
    const show = (list: ChoiceList) => wanted && setAnswer({ of, list });
    listOf(engine, site, kind, project).then(
      options => show({ options, loading: false, failed: false }),
      error => {
        console.warn(error);
        show({ options: [], loading: false, failed: true });
      },
    );
    return () => {
      wanted = false;
    };
  }, [engine, site, kind, project, waits, of]);
  if (waits) return NOTHING;
  return answer?.of === of ? answer.list : LOADING;
}

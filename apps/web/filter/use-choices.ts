import type { ChoiceOption, Engine } from '@tallyboard/engine/calls.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import type { Choice } from '@tallyboard/jira/jql/presets.ts';
import { useEffect, useState } from 'react';
import { useSession } from '../start/session.ts';

export interface ChoiceList {
  readonly options: readonly ChoiceOption[];
  readonly loading: boolean;
  /** Could not be read; what went wrong is in the log. */
  readonly failed: boolean;
}

const LOADING: ChoiceList = { options: [], loading: true, failed: false };
const NOTHING: ChoiceList = { options: [], loading: false, failed: false };

/** Lists that were loaded stay for as long as the app has not learnt of its site anew. */
const lists = new WeakMap<Site, Map<string, Promise<readonly ChoiceOption[]>>>();

function listOf(engine: Engine, site: Site, kind: Choice, project: string | null) {
  const known = lists.get(site) ?? new Map<string, Promise<readonly ChoiceOption[]>>();
  lists.set(site, known);
  const name = `${kind} ${project ?? ''}`;
  const list = known.get(name) ?? engine.choices({ kind, project });
  known.set(name, list);
  // The next one who asks tries again.
  list.catch(() => known.delete(name));
  return list;
}

/** What a preset's select offers, loaded when it is first shown. Versions wait for a project. */
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

import { quoteValue } from '@tallyboard/jira/jql/quote.ts';
import { InputField } from '@tallyboard/ui/controls/text-field.tsx';
import { Dialog } from '@tallyboard/ui/overlay/dialog.tsx';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { CUSTOM_PRESET } from '../../filter/filter.ts';
import { openSaved, type PageStateTools, RESET } from '../../router/page-state.ts';
import { type Session, useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { choiceOf, pageMenu } from '../menu.ts';
import { useSavedReports } from './saved-store.ts';

interface Target {
  readonly id: string;
  readonly group: string;
  readonly label: string;
  readonly detail?: string | null | undefined;
  readonly open: () => void;
}

const MAX_TARGETS = 50;

/** One search over all that the page can open. */
export default function FindDialog(props: {
  readonly page: PageStateTools;
  readonly onClose: () => void;
}) {
  const { page, onClose } = props;
  const targets = useTargets(page);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const found = useMemo(() => findTargets(targets, search), [targets, search]);
  const open = (target: Target | undefined) => {
    if (!target) return;
    onClose();
    target.open();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      const next = (chosen + step + found.length) % found.length;
      setChosen(next);
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') open(found[chosen]);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="Search" className="tb-dialog--modal tb-dialog--medium tb-find" onClose={onClose}>
      <InputField
        label="Reports, saved reports, boards and projects"
        hideLabel
        placeholder="Reports, saved reports, boards and projects"
        type="search"
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={found.length > 0 ? `${list}-${chosen}` : undefined}
        data-autofocus
        autoComplete="off"
        value={search}
        onChange={({ target }) => {
          setSearch(target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={list} role="listbox" aria-label="Results" className="tb-find__list">
        {found.map((target, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys.
          <div
            key={target.id}
            id={`${list}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            className="tb-find__item"
            onPointerMove={() => setChosen(at)}
            onClick={() => open(target)}
          >
            <span className="tb-ellipsis" dir="auto">
              {target.label}
            </span>
            <span className="tb-quiet tb-find__group">
              {[target.detail, target.group].filter(Boolean).join(' · ')}
            </span>
          </div>
        ))}
      </div>
      <p className="tb-quiet" role="status">
        {found.length === 0 && 'Nothing has this name.'}
        {found.length === MAX_TARGETS && 'Type more to see others.'}
      </p>
    </Dialog>
  );
}

/** All words must occur; names that begin with the search come first. */
function findTargets(targets: readonly Target[], search: string): readonly Target[] {
  const text = search.trim().toLowerCase();
  const words = text.split(/\s+/);
  const matches = targets.filter(({ label, detail, group }) => {
    const whole = `${label} ${detail ?? ''} ${group}`.toLowerCase();
    return words.every(word => whole.includes(word));
  });
  const begins = ({ label }: Target) => label.toLowerCase().startsWith(text);
  return [...matches.filter(begins), ...matches.filter(each => !begins(each))].slice(
    0,
    MAX_TARGETS,
  );
}

function useTargets(page: PageStateTools): readonly Target[] {
  const session = useSession();
  const { reports } = useSavedReports();
  const { value: projects } = useLoaded(session.engine, (engine, signal) =>
    engine.choices({ kind: 'project', project: null }, { signal }),
  );
  return useMemo(() => {
    const saved = (reports ?? []).map(({ id, name, owner, mine }) => ({
      id: `saved ${id}`,
      group: 'Saved report',
      label: name,
      detail: mine ? null : owner,
      open: () => openSaved(id),
    }));
    const ofProjects = (projects ?? []).map(({ value, label }) => ({
      id: `project ${value}`,
      group: 'Project',
      label,
      detail: value,
      open: () => page.change({ ...CUSTOM, jql: `project = ${quoteValue(value)}` }),
    }));
    return [...saved, ...reportsOf(session, page), ...boardsOf(session, page), ...ofProjects];
  }, [session, page, reports, projects]);
}

const CUSTOM = {
  ...RESET,
  saved: null,
  tab: 'custom',
  preset: CUSTOM_PRESET,
  choices: null,
} as const;

const reportsOf = (session: Session, { state, change }: PageStateTools): readonly Target[] =>
  pageMenu(session).map(({ selector, label, group }) => ({
    id: `report ${selector}`,
    group: 'Report',
    label,
    detail: group,
    open: () => change({ tab: 'custom', ...choiceOf(selector, state) }),
  }));

const boardsOf = ({ site }: Session, { change }: PageStateTools): readonly Target[] =>
  site.boards.map(({ id, name, projectKey }) => ({
    id: `board ${id}`,
    group: 'Board',
    label: name,
    detail: projectKey,
    open: () => change({ ...RESET, saved: null, tab: 'project', board: id }),
  }));

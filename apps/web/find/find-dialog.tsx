import './find.css';
import type { Engine } from '@tallyboard/engine/calls.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import { InputField } from '@tallyboard/ui/controls/text-field.tsx';
import { Dialog } from '@tallyboard/ui/overlay/dialog.tsx';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { fetchDashboards } from '../dashboards/dashboards-api.ts';
import { useSavedReports } from '../reports-page/saved/saved-store.ts';
import { go } from '../router/address.ts';
import { issueUrl } from '../start/host-links.ts';
import { useLoaded } from '../use-loaded.ts';
import {
  type Findable,
  findTargets,
  issueTarget,
  type ReportsPage,
  type Target,
  targetsOf,
} from './targets.ts';

const MAX_TARGETS = 50;

const PLACES = {
  own: 'Reports, saved reports, dashboards, boards, projects and issue keys',
  jira: 'Reports, saved reports, boards, projects and issue keys',
};

/** One search over all that the page can open. */
export default function FindDialog(props: {
  readonly host: Host;
  readonly engine: Engine;
  readonly site: Findable['site'];
  readonly edition: Findable['edition'];
  readonly page: ReportsPage;
  readonly onClose: () => void;
}) {
  const { host, engine, site, edition, page, onClose } = props;
  const { reports: saved } = useSavedReports(host);
  const { value: dashboards } = useLoaded(host.info.standalone ? host : null, fetchDashboards);
  const { value: projects } = useLoaded(site && engine, (engine, signal) =>
    engine.choices({ kind: 'project', project: null }, { signal }),
  );
  const targets = useMemo(
    () => targetsOf({ site, edition, saved, projects, dashboards }, page),
    [site, edition, saved, projects, dashboards, page],
  );
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState(0);
  const list = useId();
  const found = useMemo(
    () =>
      [
        ...issueTarget(search, key => issueUrl(host.info, key)),
        ...findTargets(targets, search),
      ].slice(0, MAX_TARGETS),
    [host, targets, search],
  );
  const places = host.info.standalone ? PLACES.own : PLACES.jira;
  const open = (target: Target | undefined) => {
    if (!target) return;
    onClose();
    if (target.outside) host.open(target.address);
    else go(target.address, 'push');
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
        label={places}
        hideLabel
        placeholder={places}
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
      <p className="tb-quiet" role="status">
        {found.length === 0 && (site ? 'Nothing has this name.' : 'Loading')}
        {found.length === MAX_TARGETS && 'Type more to see others.'}
      </p>
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
    </Dialog>
  );
}

import './saved.css';
import ChevronDown from '@atlaskit/icon/core/chevron-down';
import ClockIcon from '@atlaskit/icon/core/clock';
import StarIcon from '@atlaskit/icon/core/star-unstarred';
import { formatInstant } from '@tallyboard/core/time/format.ts';
import { localDay } from '@tallyboard/core/time/zone.ts';
import type { SavedReport } from '@tallyboard/hosts/saved/saved-report.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { moveFocus } from '@tallyboard/ui/controls/move-focus.ts';
import { InputField } from '@tallyboard/ui/controls/text-field.tsx';
import { Popover } from '@tallyboard/ui/overlay/popover.tsx';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { FindButton, FindDialog } from '../../find/find-button.tsx';
import { preloaded } from '../../preloaded.tsx';
import { openSaved, type PageStateTools, savedAddress } from '../../router/page-state.ts';
import { useSession } from '../../start/session.ts';
import { readRecentReports } from './recent-reports.ts';
import { useSavedReports } from './saved-store.ts';
import { useSinceVisit } from './saved-visit.ts';
import { readStartReport } from './start-report.ts';

// Lazy: for readers who manage board sets.
const BoardSetsDialog = preloaded(async () => ({
  default: (await import('../../board-sets/board-sets.ts')).BoardSetsDialog,
}));

// Lazy: for readers who compare.
const SavedSince = preloaded(() => import('./saved-since.tsx'));

/** What changed since the last visit, saved reports, and a search over everything that the page can open. */
export default function SavedMenu({ page }: { readonly page: PageStateTools }) {
  const { host, engine, site, edition } = useSession();
  const { state, addressOf } = page;
  const [manages, setManages] = useState(false);
  const reports = useMemo(() => ({ state, addressOf, savedAddress }), [state, addressOf]);
  useEffect(() => {
    // So that nothing typed after Ctrl+K is lost.
    void FindDialog.preload();
  }, []);
  return (
    <>
      <div className="tb-page__tools tb-no-print">
        <SinceButton />
        {host.savedReports !== null && (
          <Popover
            label="Saved reports"
            side="bottom-end"
            trigger={props => (
              <Button {...props} appearance="subtle" icon={StarIcon} iconAfter={ChevronDown}>
                Saved
              </Button>
            )}
          >
            {close => (
              <SavedList
                page={page}
                onClose={close}
                onBoardSets={() => {
                  close();
                  setManages(true);
                }}
              />
            )}
          </Popover>
        )}
        <FindButton>
          {onClose => (
            <FindDialog
              host={host}
              engine={engine}
              site={site}
              edition={edition}
              page={reports}
              onClose={onClose}
            />
          )}
        </FindButton>
      </div>
      {manages && (
        <Suspense>
          <BoardSetsDialog host={host} onClose={() => setManages(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Opens what changed in the saved reports that the reader follows; not there where nothing can be compared. */
function SinceButton() {
  const { zone, site, now } = useSession();
  const visit = useSinceVisit();
  const [open, setOpen] = useState(false);
  if (!visit) return null;
  const { dateFormat } = site.settings;
  const isToday = localDay(visit.since, zone) === localDay(now(), zone);
  const when = formatInstant(visit.since, zone, isToday ? 'HH:mm' : dateFormat);
  return (
    <>
      <Button
        className="tb-page__since"
        appearance="subtle"
        icon={ClockIcon}
        title={`Your saved reports, compared with your last visit: ${when}`}
        onClick={() => setOpen(true)}
      >
        What changed
      </Button>
      {open && (
        <Suspense>
          <SavedSince visit={visit} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function SavedList(props: {
  readonly page: PageStateTools;
  readonly onClose: () => void;
  readonly onBoardSets: () => void;
}) {
  const { page, onClose, onBoardSets } = props;
  const { host } = useSession();
  const { reports, error } = useSavedReports(host);
  const [search, setSearch] = useState('');
  const matches = (reports ?? []).filter(({ name }) =>
    name.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const groups = inGroups(matches, search === '');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside hold the focus.
    <div
      className="tb-saved-list"
      onKeyDown={event => {
        // Other keys write in the field.
        const isWritten = event.target instanceof HTMLInputElement && !/^Arrow/.test(event.key);
        if (!isWritten) moveFocus(event, 'input, .tb-menu__item', 'vertical');
      }}
    >
      <div className="tb-popover__body">
        <InputField
          label="Search saved reports"
          hideLabel
          placeholder="Search saved reports"
          type="search"
          data-autofocus
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      </div>
      {groups.map(({ label, reports: group }) => (
        <section key={label} aria-label={label}>
          <h3 className="tb-saved-list__head">{label}</h3>
          {group.map(report => (
            <SavedLink key={report.id} report={report} page={page} onClose={onClose} />
          ))}
        </section>
      ))}
      {groups.length === 0 && (
        <p className="tb-popover__body tb-quiet" role="status">
          {error !== null && 'Saved reports could not be loaded. Open this menu again to retry.'}
          {error === null && reports === null && 'Loading'}
          {reports?.length === 0 &&
            'No saved reports yet. Set up a report, then choose Save report above it.'}
          {reports && reports.length > 0 && 'No saved report has this name.'}
        </p>
      )}
      <button type="button" className="tb-menu__item tb-saved-list__manage" onClick={onBoardSets}>
        Board sets
      </button>
    </div>
  );
}

/** With fewer reports, the recent ones are in sight anyway. */
const MIN_FOR_RECENT = 8;

/** Each report once, in the first group that it is in. */
function inGroups(reports: readonly SavedReport[], withRecent: boolean) {
  const latest = withRecent && reports.length >= MIN_FOR_RECENT ? readRecentReports() : [];
  const recent = latest.flatMap(id => reports.find(each => each.id === id) ?? []);
  const groups = [
    { label: 'Favorites', reports: reports.filter(({ favourite }) => favourite) },
    { label: 'Recent', reports: recent.filter(({ favourite }) => !favourite) },
  ];
  const seen = new Set(groups.flatMap(group => group.reports));
  const others = reports.filter(report => !seen.has(report));
  return [
    ...groups,
    { label: 'Mine', reports: others.filter(({ mine }) => mine) },
    { label: 'Shared with me', reports: others.filter(({ mine }) => !mine) },
  ].filter(group => group.reports.length > 0);
}

function SavedLink(props: {
  readonly report: SavedReport;
  readonly page: PageStateTools;
  readonly onClose: () => void;
}) {
  const { report, page, onClose } = props;
  const { host, site, zone } = useSession();
  const { id, name, owner, mine, pins } = report;
  const { dateFormat } = site.settings;
  const latest = pins?.latest ? Date.parse(pins.latest) : null;
  const facts = [
    !mine && owner,
    pins && pins.count > 0 && (pins.count === 1 ? '1 pin' : `${pins.count} pins`),
    latest !== null && formatInstant(latest, zone, dateFormat),
    readStartReport(host.info.projectKey) === id && 'Start page',
  ].filter(Boolean);
  return (
    <a
      className="tb-menu__item"
      href={savedAddress(id)}
      aria-current={page.state.saved === id ? 'page' : undefined}
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onClose();
        openSaved(id);
      }}
    >
      <span className="tb-ellipsis" dir="auto" title={report.description || name}>
        {name}
      </span>
      {facts.length > 0 && <span className="tb-quiet">{facts.join(' · ')}</span>}
    </a>
  );
}

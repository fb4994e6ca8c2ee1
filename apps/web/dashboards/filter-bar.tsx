import Cross from '@atlaskit/icon/core/cross';
import {
  boardSetValue,
  type DashboardFilter,
  FILTER_FIELDS,
  type FilterField,
  type FilterValue,
  filterText,
  NO_FILTER,
  PERIODS,
  parseDashboardFilter,
} from '@tallyboard/engine/gadgets/dashboard-filter.ts';
import type { Host } from '@tallyboard/hosts/host.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { fetchSuggestions } from '@tallyboard/jira/endpoints/jql.ts';
import { boardSetChanges } from '@tallyboard/report-kit/families/sprint-scope/board-options.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import { useStore } from '@tallyboard/ui/text/store.ts';
import { Suspense, useMemo, useState } from 'react';
import { preloaded } from '../preloaded.tsx';
import { pageClient } from '../start/page-client.ts';
import { useFormer, useLoaded } from '../use-loaded.ts';
import { bare } from './filter-values.ts';

// Lazy: for readers who manage board sets.
const BoardSetsDialog = preloaded(async () => ({
  default: (await import('../board-sets/board-sets.ts')).BoardSetsDialog,
}));

const LABELS = {
  project: 'Project',
  board: 'Board',
  assignee: 'Assignee',
  sprint: 'Sprint',
} as const;

/** Choices that are no names. */
const SPECIAL: Readonly<Record<FilterField, readonly FilterValue[]>> = {
  project: [],
  board: [],
  assignee: [
    { value: 'currentUser()', label: 'Current user' },
    { value: 'EMPTY', label: 'Unassigned' },
  ],
  sprint: [
    { value: 'openSprints()', label: 'Current sprints' },
    { value: 'futureSprints()', label: 'Future sprints' },
  ],
};

const ANY_TIME = 0;
const PERIOD_OPTIONS = [
  { value: ANY_TIME, label: 'Own dates' },
  ...PERIODS.map(days => ({ value: days, label: `Last ${days} days` })),
];

const KEPT = 'This filter is kept with the dashboard: everyone who opens it sees it.';

interface FilterBarProps {
  readonly host: Host;
  readonly filter: DashboardFilter;
  readonly onFilter: (filter: DashboardFilter) => void;
  /** The filter that everybody sees who opens the dashboard, as parameters of its address. */
  readonly kept: string;
  /** Absent for readers who may not change the dashboard. */
  readonly onKeep?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** The filters of a dashboard, which all its gadgets follow. */
export default function FilterBar(props: FilterBarProps) {
  const { host, filter, onFilter, kept, onKeep, onClose } = props;
  const isEmpty = filterText(filter) === '';
  const isKept = filterText(filter) === filterText(parseDashboardFilter(kept));
  const chosen = FILTER_FIELDS.flatMap(field => filter[field].map(value => ({ field, ...value })));
  const [manages, setManages] = useState(false);
  return (
    <section className="tb-dash__filter tb-no-print" aria-label="Dashboard filter">
      <div className="tb-dash__filter-fields">
        {FILTER_FIELDS.map(field => (
          <ValueField
            key={field}
            host={host}
            field={field}
            chosen={filter[field]}
            onAdd={value => onFilter({ ...filter, [field]: [...filter[field], value] })}
          />
        ))}
        <ChoiceField
          label="Period"
          options={PERIOD_OPTIONS}
          value={filter.period ?? ANY_TIME}
          onChange={days => onFilter({ ...filter, period: days === ANY_TIME ? null : days })}
        />
        <Button
          appearance="subtle"
          onClick={() => {
            onFilter(NO_FILTER);
            // Else it may be kept that there is none.
            if (kept === '') onClose();
          }}
        >
          Clear filter
        </Button>
        {host.savedReports !== null && (
          <Button appearance="subtle" onClick={() => setManages(true)}>
            Board sets
          </Button>
        )}
        {onKeep && !isKept && (
          <Button onClick={onKeep}>
            {isEmpty ? 'Keep no filter for everyone' : 'Keep for everyone'}
          </Button>
        )}
      </div>
      {manages && (
        <Suspense>
          <BoardSetsDialog host={host} onClose={() => setManages(false)} />
        </Suspense>
      )}
      {isKept && !isEmpty && <p className="tb-quiet">{KEPT}</p>}
      {chosen.length > 0 && (
        <ul className="tb-row" aria-label="Chosen values">
          {chosen.map(({ field, value, label }) => (
            <li key={`${field} ${value}`}>
              <Button
                compact
                iconAfter={Cross}
                aria-label={`Remove ${LABELS[field]} ${label}`}
                onClick={() =>
                  onFilter({
                    ...filter,
                    [field]: filter[field].filter(each => each.value !== value),
                  })
                }
              >
                {label}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function ValueField(props: {
  readonly host: Host;
  readonly field: FilterField;
  readonly chosen: readonly FilterValue[];
  readonly onAdd: (value: FilterValue) => void;
}) {
  const { host, field, chosen, onAdd } = props;
  const [text, setText] = useState('');
  const client = useMemo(() => pageClient(host), [host]);
  const changes = useStore(boardSetChanges);
  const { value, error } = useLoaded(field === 'board' ? String(changes) : text, (typed, signal) =>
    field === 'board'
      ? boardValues(host, client, signal)
      : fieldValues(client, field, typed, signal),
  );
  const found = useFormer(value);
  const values = found ?? [];
  const options = [...SPECIAL[field], ...values].filter(
    option => !chosen.some(each => each.value === option.value),
  );
  return (
    <SelectField
      label={LABELS[field]}
      options={options}
      value={null}
      loading={found === null && error === null}
      placeholder={chosen.length > 0 ? 'Add another' : 'Any'}
      error={error === null ? undefined : 'The list could not be loaded.'}
      onSearch={setText}
      onChange={option => option && onAdd(option)}
    />
  );
}

async function fieldValues(client: JiraClient, field: string, typed: string, signal: AbortSignal) {
  const found = await fetchSuggestions(client, field, typed, signal);
  return found.map(({ value, label }): FilterValue => ({ value: bare(value), label }));
}

/** All of them: Jira suggests none, since queries have no boards. */
async function boardValues(host: Host, client: JiraClient, signal: AbortSignal) {
  const { loadFlatBoardSets } = await import('../board-sets/board-sets.ts');
  const [boards, sets] = await Promise.all([
    fetchBoards(client, null, signal),
    // Boards can be chosen without them.
    loadFlatBoardSets(host).catch(() => []),
  ]);
  return [
    ...boards.map(({ id, name }): FilterValue => ({ value: String(id), label: name })),
    ...sets.map((set): FilterValue & { detail: string } => ({
      value: boardSetValue(set),
      label: set.name,
      detail: 'Board set',
    })),
  ];
}

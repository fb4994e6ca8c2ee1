import type { FlatBoardSet } from '@tallyboard/core/model/board-set.ts';
import type { ChoiceOption, Engine } from '@tallyboard/engine/calls.ts';
import type { MadeChoices } from '@tallyboard/engine/gadgets/filter.ts';
import type { Site } from '@tallyboard/engine/site/site.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { findBoardOfFilter } from '@tallyboard/jira/endpoints/board.ts';
import type { JqlCheck } from '@tallyboard/jira/jql/error-place.ts';
import type { Choice, Preset } from '@tallyboard/jira/jql/presets.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { type JqlError, JqlField, type JqlFieldProps } from '@tallyboard/ui/controls/jql-field.tsx';
import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import { showProblem } from '@tallyboard/ui/feedback/flags.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useMemo } from 'react';
import { useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';
import { createSuggest } from './jql-suggest.ts';
import { choicesInQuery } from './query-choices.ts';
import type { FilterDraft } from './use-filter-draft.ts';

export function FilterFields(props: {
  readonly presets: readonly Preset[];
  readonly draft: FilterDraft;
}) {
  const { presets, draft } = props;
  const { filter, preset } = draft;
  const { engine } = useSession();
  const chooseBoardSet = async (set: FlatBoardSet) => {
    const { presetOfBoardSet } = await import('../board-sets/board-sets.ts');
    draft.type(await presetOfBoardSet(engine, preset?.jql ?? '', set));
  };
  return (
    <>
      <ChoiceField<string>
        label="JQL preset"
        options={presets.map(({ id, name }) => ({ value: id, label: name }))}
        value={filter.preset}
        onChange={draft.choosePreset}
      />
      {preset && preset.choices.length > 0 && (
        <div className="tb-filter__choices">
          {preset.choices.map(kind => (
            <ChoiceSelect
              key={kind}
              kind={kind}
              choices={{ ...choicesInQuery(preset, filter.jql), ...filter.choices }}
              onChoose={draft.choose}
              onBoardSet={set =>
                void chooseBoardSet(set).catch(showProblem('The board set could not be loaded'))
              }
            />
          ))}
        </div>
      )}
      <QueryField
        label="Customize JQL"
        draft={draft}
        onApply={() => void draft.apply()}
        placeholder="Leave empty for all issues (slow)"
      />
    </>
  );
}

interface QueryFieldProps
  extends Pick<JqlFieldProps, 'label' | 'help' | 'placeholder' | 'onApply'> {
  readonly draft: FilterDraft;
}

export function QueryField({ draft, ...field }: QueryFieldProps) {
  const { engine } = useSession();
  const suggest = useMemo(() => createSuggest(engine), [engine]);
  const { problem, type } = draft;
  const { jql } = draft.filter;
  return (
    <JqlField
      {...field}
      value={jql}
      onChange={type}
      suggest={suggest}
      error={problem && jqlError(problem, jql)}
    />
  );
}

function jqlError({ errors, at }: JqlCheck, jql: string): JqlError {
  const message = errors.join(' ');
  if (at === null) return { message };
  // The place is marked in the text.
  const withoutPlace = message.replace(/ *\(line \d+, character \d+\)/gi, '');
  return { message: withoutPlace, from: at, to: wordEnd(jql, at) };
}

/** The end of the word at a position; a placeholder is one word. */
function wordEnd(text: string, at: number): number {
  const word = /^(?:"[^"]*"?|'[^']*'?|\{[^}]*\}?|[\w.-]+)/.exec(text.slice(at));
  return at + (word?.[0].length ?? 1);
}

const LABELS: Readonly<Record<Choice, string>> = {
  board: 'Board',
  project: 'Project',
  epic: 'Epic',
  filter: 'Saved filter',
  version: 'Version',
};

function ChoiceSelect(props: {
  readonly kind: Choice;
  readonly choices: MadeChoices;
  readonly onChoose: (kind: Choice, option: ChoiceOption | null) => void;
  readonly onBoardSet: (set: FlatBoardSet) => void;
}) {
  const { kind, choices, onChoose, onBoardSet } = props;
  const { host, site } = useSession();
  const project = kind === 'epic' ? host.info.projectKey : (choices.project?.value ?? null);
  const { value: all, loading, error } = useChoices(kind, kind === 'board' ? null : project);
  // The preset of a board chooses by its sprints.
  const value = useMemo(() => all?.filter(({ kanban }) => !kanban), [all]);
  const { value: sets } = useLoaded(kind === 'board' ? host : null, async own =>
    (await import('../board-sets/board-sets.ts')).loadFlatBoardSets(own),
  );
  const ofSets = (sets ?? []).map(({ id, name }) => ({
    value: `set:${id}`,
    label: name,
    detail: 'Board set',
  }));
  const waits = kind === 'version' && project === null;
  const stored = choices[kind];
  const board = useBoardOfFilter(kind === 'board' && stored?.value === '' ? stored.insert : null);
  const chosen = board ? { value: String(board.id), label: board.name } : stored;
  const name = LABELS[kind];
  return (
    <SelectField
      label={name}
      options={[...(value ?? []), ...ofSets]}
      loading={loading}
      disabled={waits}
      placeholder={placeholder(name, loading, waits)}
      value={
        chosen
          ? (value?.find(option => option.value === chosen.value) ?? {
              value: chosen.value,
              label: chosen.label,
            })
          : null
      }
      onChange={option => {
        const set = sets?.find(({ id }) => `set:${id}` === option?.value);
        if (set) onBoardSet(set);
        else onChoose(kind, option);
      }}
      error={
        error === null ? undefined : 'The list could not be loaded. Edit the JQL below instead.'
      }
      help={kind === 'epic' ? epicsHelp(site.epics.length, site.epicTotal ?? 0) : undefined}
    />
  );
}

function placeholder(name: string, loading: boolean, waits: boolean): string {
  if (waits) return 'Choose a project first';
  return loading ? 'Loading...' : `Choose a ${name.toLowerCase()}`;
}

function epicsHelp(listed: number, total: number): string | undefined {
  if (listed >= total) return undefined;
  return `The newest ${listed} of ${formatCount(total)}. For others, enter the key in the JQL.`;
}

/** The board of a query that has its filter alone; null while it is not known. */
function useBoardOfFilter(filterId: string | null) {
  const { host } = useSession();
  const { value } = useLoaded(filterId, (id, signal) => {
    const { flavour, addonKey } = host.info;
    const client = createJiraClient({ flavour, addonKey, request: host.request });
    return findBoardOfFilter(client, id, signal);
  });
  return value;
}

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
function useChoices(kind: Choice, project: string | null) {
  const { engine, site } = useSession();
  const waits = kind === 'version' && project === null;
  const wanted = useMemo(
    () => (waits ? null : { site, kind, project }),
    [waits, site, kind, project],
  );
  const loaded = useLoaded(wanted, key => listOf(engine, key.site, key.kind, key.project));
  return { ...loaded, loading: !waits && loaded.value === null && loaded.error === null };
}

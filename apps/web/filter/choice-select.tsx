import type { ChoiceOption } from '@tallyboard/engine/calls.ts';
import type { Choice } from '@tallyboard/jira/jql/presets.ts';
import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import { formatCount } from '@tallyboard/ui/text/numbers.ts';
import { useSession } from '../start/session.ts';
import type { MadeChoices } from './filter.ts';
import { useChoices } from './use-choices.ts';

const LABELS: Readonly<Record<Choice, string>> = {
  board: 'Board',
  project: 'Project',
  epic: 'Epic',
  filter: 'Saved filter',
  version: 'Version',
};

export interface ChoiceSelectProps {
  readonly kind: Choice;
  readonly choices: MadeChoices;
  readonly onChoose: (kind: Choice, option: ChoiceOption | null) => void;
}

export function ChoiceSelect({ kind, choices, onChoose }: ChoiceSelectProps) {
  const { host, site } = useSession();
  const project = kind === 'epic' ? host.info.projectKey : (choices.project?.value ?? null);
  const { value, loading, error } = useChoices(kind, kind === 'board' ? null : project);
  const waits = kind === 'version' && project === null;
  const chosen = choices[kind];
  const name = LABELS[kind];
  return (
    <SelectField
      label={name}
      options={value ?? []}
      loading={loading}
      disabled={waits}
      placeholder={placeholder(name, loading, waits)}
      value={chosen ? { value: chosen.value, label: chosen.label } : null}
      onChange={option => onChoose(kind, option)}
      error={
        error === null ? undefined : 'The list could not be loaded. Edit the JQL below instead.'
      }
      help={kind === 'epic' ? epicsHelp(site.epics.length, site.epicTotal) : undefined}
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

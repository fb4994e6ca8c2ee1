import type { Host } from '@tallyboard/hosts/host.ts';
import { fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { fetchSuggestions } from '@tallyboard/jira/endpoints/jql.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { SelectField } from '@tallyboard/ui/controls/select-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { useMemo, useState } from 'react';
import { pageClient } from '../start/page-client.ts';
import { canShare } from '../start/server-note.ts';
import { useLoaded } from '../use-loaded.ts';
import { createDashboard } from './dashboards-api.ts';
import { NameDialog } from './dialogs.tsx';
import { bare } from './filter-values.ts';
import { addTemplate, TEMPLATES, type Template, type TemplateScope } from './templates.ts';

const BLANK = 'blank';
const OPTIONS = [
  { value: BLANK, label: 'Blank' },
  ...TEMPLATES.map(({ id, label }) => ({ value: id, label })),
];

/** Makes a dashboard, blank or with the gadgets of a template. */
export default function CreateDialog(props: {
  readonly host: Host;
  /** Gets the id of the dashboard once it is made. */
  readonly onCreate: (made: Promise<string>) => Promise<unknown>;
  readonly onClose: () => void;
}) {
  const { host, onCreate, onClose } = props;
  const mayShare = canShare();
  const [shared, setShared] = useState(mayShare);
  const [chosen, setChosen] = useState(BLANK);
  const [scope, setScope] = useState<TemplateScope | null>(null);
  const [missing, setMissing] = useState(false);
  const template = TEMPLATES.find(({ id }) => id === chosen);
  const create = async (name: string) => {
    const { id } = await createDashboard(host, name, shared);
    if (template && scope) await addTemplate(host, id, template, scope);
    return id;
  };
  return (
    <NameDialog
      title="Create a dashboard"
      confirm="Create"
      name=""
      onName={name => {
        const isComplete = !template || scope !== null;
        setMissing(!isComplete);
        return isComplete ? onCreate(create(name)) : undefined;
      }}
      onClose={onClose}
    >
      <div className="tb-dash__fields">
        <ChoiceField
          label="Template"
          options={OPTIONS}
          value={chosen}
          onChange={id => {
            setChosen(id);
            setScope(null);
            setMissing(false);
          }}
        />
        {template && (
          <ScopeField
            key={template.asks}
            host={host}
            asks={template.asks}
            value={scope}
            missing={missing}
            onChange={setScope}
          />
        )}
        {mayShare && (
          <Checkbox label="Everyone can view and edit" checked={shared} onChange={setShared} />
        )}
      </div>
    </NameDialog>
  );
}

function ScopeField(props: {
  readonly host: Host;
  readonly asks: Template['asks'];
  readonly value: TemplateScope | null;
  readonly missing: boolean;
  readonly onChange: (scope: TemplateScope | null) => void;
}) {
  const { host, asks, value, missing, onChange } = props;
  const client = useMemo(() => pageClient(host), [host]);
  const { value: options, error } = useLoaded(asks, async (kind, signal) =>
    kind === 'board'
      ? (await fetchBoards(client, null, signal)).map(({ id, name }) => {
          return { value: String(id), label: name };
        })
      : (await fetchSuggestions(client, 'project', '', signal)).map(each => {
          return { value: bare(each.value), label: each.label };
        }),
  );
  const problem = missing && value === null ? `Choose a ${asks}.` : undefined;
  return (
    <SelectField
      label={asks === 'board' ? 'Board' : 'Project'}
      required
      options={options ?? []}
      loading={options === null && error === null}
      value={value}
      placeholder={`Choose a ${asks}`}
      error={error === null ? problem : 'The list could not be loaded.'}
      onChange={onChange}
    />
  );
}

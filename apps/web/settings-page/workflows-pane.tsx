import AddIcon from '@atlaskit/icon/core/add';
import {
  parseWorkflow,
  type WorkflowDefinition,
} from '@tallyboard/core/flow/workflow-definition.ts';
import type { Engine } from '@tallyboard/engine/calls.ts';
import { FormFields } from '@tallyboard/report-kit/form/form-fields.tsx';
import type { Stored } from '@tallyboard/report-kit/settings/schema.ts';
import {
  categoryWorkflow,
  distinctStatuses,
  sameName,
  workflowNameProblem,
} from '@tallyboard/report-kit/workflow-editor/edit-workflow.ts';
import { WorkflowEditor } from '@tallyboard/report-kit/workflow-editor/workflow-editor.tsx';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { Spinner } from '@tallyboard/ui/feedback/spinner.tsx';
import { Disclosure } from '@tallyboard/ui/overlay/disclosure.tsx';
import { useState } from 'react';
import { useSession } from '../start/session.ts';
import { useLoaded } from '../use-loaded.ts';
import { sectionOf, withoutSection } from './section.ts';

const SECTION = 'workflows';

type Entry = readonly [name: string, workflow: WorkflowDefinition];

const loadStatuses = async (engine: Engine) => distinctStatuses(await engine.statuses({}));

/** The workflows that reports choose by name. */
export function WorkflowsPane(props: {
  readonly document: Stored;
  readonly onChange: (document: Stored) => void;
}) {
  const { document, onChange } = props;
  const { engine } = useSession();
  const { value: statuses, error } = useLoaded(engine, loadStatuses);
  const stored = Object.entries(sectionOf(document, SECTION));
  const entries = stored.flatMap(([name, raw]): Entry[] => {
    const workflow = parseWorkflow(raw) ?? draftOf(raw);
    return workflow ? [[name, workflow]] : [];
  });
  const [open, setOpen] = useState<number | null>(null);
  const put = (next: readonly Entry[]) =>
    onChange(
      next.length === 0
        ? withoutSection(document, SECTION)
        : { ...document, [SECTION]: Object.fromEntries(next) },
    );
  if (statuses === null)
    return error === null ? (
      <Spinner label="Loading statuses" />
    ) : (
      <p className="tb-quiet">The statuses could not be loaded. Reload the page to try again.</p>
    );
  const add = () => {
    let number = entries.length + 1;
    while (entries.some(([name]) => sameName(name, `Workflow ${number}`))) number++;
    setOpen(entries.length);
    put([...entries, [`Workflow ${number}`, categoryWorkflow(statuses)]]);
  };
  return (
    <FormFields>
      <p className="tb-quiet">
        Flow reports choose them by name. Each is a clock: from entering one column until entering
        another.
      </p>
      {entries.map(([name, workflow], at) => (
        <Disclosure
          // Names change while they are typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: a workflow is known by its place.
          key={at}
          level={3}
          title={name}
          open={open === at}
          onOpenChange={on => setOpen(on ? at : null)}
        >
          <FormFields>
            <NameField
              name={name}
              others={entries.filter((_, other) => other !== at).map(([other]) => other)}
              onChange={renamed => put(entries.with(at, [renamed, workflow]))}
            />
            <WorkflowEditor
              value={workflow}
              statuses={statuses}
              onChange={edited => put(entries.with(at, [name, edited]))}
            />
            <div>
              <Button
                appearance="link"
                onClick={() => {
                  setOpen(null);
                  put(entries.filter((_, other) => other !== at));
                }}
              >
                {`Remove ${name}`}
              </Button>
            </div>
          </FormFields>
        </Disclosure>
      ))}
      <div>
        <Button icon={AddIcon} onClick={add}>
          Add workflow
        </Button>
      </div>
    </FormFields>
  );
}

/** A workflow with column names that are still being typed. */
function draftOf(raw: unknown): WorkflowDefinition | null {
  const { columns, start, finish } = Object(raw);
  const isColumn = (each: unknown) =>
    typeof Object(each).name === 'string' && Array.isArray(Object(each).statuses);
  return Array.isArray(columns) && columns.every(isColumn) ? { columns, start, finish } : null;
}

/** The typed name stays until it is one that no other workflow has. */
function NameField(props: {
  readonly name: string;
  readonly others: readonly string[];
  readonly onChange: (name: string) => void;
}) {
  const { name, others, onChange } = props;
  const [typed, setTyped] = useState(name);
  const problem = workflowNameProblem(typed, others);
  return (
    <TextField
      label="Name"
      value={typed}
      error={problem ?? undefined}
      onChange={text => {
        setTyped(text);
        if (workflowNameProblem(text, others) === null) onChange(text.trim());
      }}
    />
  );
}

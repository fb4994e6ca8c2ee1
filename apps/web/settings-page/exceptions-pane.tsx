import {
  exceptionsInForce,
  MAX_EXCEPTIONS,
  readPeopleException,
} from '@tallyboard/core/people/people-exceptions.ts';
import { parsePeoplePolicy } from '@tallyboard/core/people/people-policy.ts';
import { FormFields } from '@tallyboard/report-kit/form/form-fields.tsx';
import { type Stored, storedObject } from '@tallyboard/report-kit/settings/schema.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { DateField, InputField, TextField } from '@tallyboard/ui/controls/text-field.tsx';
import { storedExceptions } from './section.ts';

const SECTION = 'figuresOnPeopleExceptions';

interface PaneProps {
  readonly document: Stored;
  readonly now: number;
  readonly onChange: (document: Stored) => void;
}

/** Who sees people by name in spite of the policy, why, and until when. */
export function ExceptionsPane({ document, onChange, now }: PaneProps) {
  const all = storedExceptions(document[SECTION]);
  const store = (next: readonly unknown[]) => onChange({ ...document, [SECTION]: next });
  const isOpen = parsePeoplePolicy(document.figuresOnPeople).kind === 'all';
  return (
    <FormFields>
      <p className="tb-quiet">
        {isOpen
          ? 'Everybody is shown by name, so that no exception is needed.'
          : 'Members of a group, or accounts of a role, see everybody by name until the last day. All readers of figures on people see who, until when and why, in How computed.'}
      </p>
      {all.map((stored, at) => (
        <ExceptionFields
          // biome-ignore lint/suspicious/noArrayIndexKey: its fields are controlled.
          key={at}
          number={at + 1}
          stored={stored}
          now={now}
          onChange={next => store(all.map((each, index) => (index === at ? next : each)))}
          onRemove={() => store(all.filter((_, index) => index !== at))}
        />
      ))}
      {all.length < MAX_EXCEPTIONS && (
        <div>
          <Button onClick={() => store([...all, { who: '', until: '', reason: '' }])}>
            Add an exception
          </Button>
        </div>
      )}
    </FormFields>
  );
}

const ROLES = ['role:admin', 'role:editor', 'role:reader'];

function ExceptionFields(props: {
  readonly number: number;
  readonly stored: unknown;
  readonly now: number;
  readonly onChange: (stored: unknown) => void;
  readonly onRemove: () => void;
}) {
  const { number, stored, now, onChange, onRemove } = props;
  const own = storedObject(stored) ?? {};
  const read = readPeopleException(stored);
  const isOver = 'exception' in read && exceptionsInForce([read.exception], now).length === 0;
  const textOf = (key: string) => (typeof own[key] === 'string' ? String(own[key]) : '');
  const errorOf = (key: string) =>
    'problem' in read && read.field === key ? read.problem : undefined;
  const edit = (key: string) => (value: string) => onChange({ ...own, [key]: value });
  return (
    <fieldset className="tb-settings__exception">
      <legend>
        Exception {number}
        {isOver && ' (over)'}
      </legend>
      <InputField
        label="Who"
        help="A group of Jira or of your sign-in, as group:works-council, or a role on this server. A project role of Jira, as project-role:Auditors, counts on a server over a mirror alone: Jira tells an app in the browser no project roles of its reader."
        error={errorOf('who')}
        suggestions={ROLES}
        value={textOf('who')}
        spellCheck={false}
        autoComplete="off"
        onChange={event => edit('who')(event.target.value)}
      />
      <TextField
        label="Reason"
        error={errorOf('reason')}
        value={textOf('reason')}
        onChange={edit('reason')}
      />
      <DateField
        label="Last day"
        error={errorOf('until')}
        value={textOf('until')}
        onChange={edit('until')}
      />
      <div>
        <Button appearance="subtle" onClick={onRemove} aria-label={`Remove exception ${number}`}>
          Remove
        </Button>
      </div>
    </fieldset>
  );
}

import type { Version } from '@tallyboard/core/model/issue.ts';
import { parseDay } from '@tallyboard/core/time/day.ts';
import type { Day } from '@tallyboard/core/time/units.ts';
import { Button } from '@tallyboard/ui/controls/button.tsx';
import { DateField } from '@tallyboard/ui/controls/text-field.tsx';
import { useState } from 'react';
import { useSession } from '../../start/session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { ActionChoices, ActionState } from './action-popover.tsx';

export function DueAction({ onSelect }: { readonly onSelect: (to: Day | null) => void }) {
  const [text, setText] = useState('');
  const day = parseDay(text);
  return (
    <form
      className="tb-stack"
      onSubmit={event => {
        event.preventDefault();
        if (day !== null) onSelect(day);
      }}
    >
      <DateField label="Due date" value={text} onChange={setText} />
      <div className="tb-row">
        <Button type="submit" appearance="primary" disabled={day === null}>
          Save
        </Button>
        <Button appearance="subtle" onClick={() => onSelect(null)}>
          Clear
        </Button>
      </div>
    </form>
  );
}

/** The open versions of a project, the next one first; one takes the place of all that the issues have. */
export function FixVersionAction(props: {
  readonly project: string;
  readonly onSelect: (to: Version | null) => void;
}) {
  const { project, onSelect } = props;
  const { engine } = useSession();
  const { value: versions, error } = useLoaded(project, (project, signal) =>
    engine.openVersions({ project }, { signal }),
  );
  if (versions === null)
    return (
      <ActionState
        error={error}
        loading="Loading versions"
        failed="Versions could not be loaded."
      />
    );
  if (versions.length === 0) return <p>{project} has no version that is not released.</p>;
  return (
    <ActionChoices
      choices={[
        ...versions.map(version => ({
          id: version.id,
          label: <span dir="auto">{version.name}</span>,
          onSelect: () => onSelect(version),
        })),
        { id: '', label: 'No version', onSelect: () => onSelect(null) },
      ]}
    />
  );
}

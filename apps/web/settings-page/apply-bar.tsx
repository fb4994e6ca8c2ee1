import { Button } from '@tallyboard/ui/controls/button.tsx';
import { ErrorState } from '@tallyboard/ui/feedback/states.tsx';

export interface ApplyBarProps {
  readonly dirty: boolean;
  readonly saving: boolean;
  /** What keeps the settings from being saved. */
  readonly problem: string | null;
  /** Says what Apply would write. */
  readonly summary: string;
  readonly onDiscard: () => void;
}

/** The foot of a form of settings: Apply is its submit button. */
export function ApplyBar({ dirty, saving, problem, summary, onDiscard }: ApplyBarProps) {
  return (
    <div className="tb-settings__bar">
      {problem !== null && <ErrorState title="Settings could not be saved">{problem}</ErrorState>}
      <div className="tb-settings__actions">
        <Button type="submit" appearance="primary" disabled={!dirty} busy={saving}>
          Apply
        </Button>
        {dirty && (
          <Button appearance="subtle" disabled={saving} onClick={onDiscard}>
            Discard changes
          </Button>
        )}
        <span className="tb-quiet" aria-live="polite">
          {dirty && summary}
        </span>
      </div>
    </div>
  );
}

import './feedback.css';
import { Button } from '../controls/button.tsx';

export function ProgressBar(props: {
  readonly label: string;
  /** 0 to 100; null where it is unknown. */
  readonly percent: number | null;
  readonly onCancel?: () => void;
}) {
  const { label, percent, onCancel } = props;
  const whole = percent === null ? null : Math.round(Math.max(0, Math.min(100, percent)));
  return (
    <div className="tb-progress tb-no-print">
      <div className="tb-line tb-progress__line">
        <span>{label}</span>
        <span className="tb-progress__percent">{whole !== null && `${whole}%`}</span>
        {onCancel && (
          <Button appearance="subtle" compact onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={whole ?? undefined}
        className="tb-track"
      >
        <span
          className={whole === null ? 'tb-progress__unknown' : undefined}
          style={{ width: whole === null ? undefined : `${whole}%` }}
        />
      </div>
    </div>
  );
}

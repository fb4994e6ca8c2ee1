import './feedback.css';
import { Button } from '../controls/button.tsx';

export function ProgressBar(props: {
  readonly label: string;
  /** 0 to 100. */
  readonly percent: number;
  readonly onCancel?: () => void;
}) {
  const { label, percent, onCancel } = props;
  const whole = Math.round(Math.max(0, Math.min(100, percent)));
  return (
    <div className="tb-progress tb-no-print">
      <div className="tb-line tb-progress__line">
        <span>{label}</span>
        <span className="tb-progress__percent">{whole}%</span>
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
        aria-valuenow={whole}
        className="tb-track"
      >
        <span style={{ width: `${whole}%` }} />
      </div>
    </div>
  );
}

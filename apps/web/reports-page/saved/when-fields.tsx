import type { ZoneId } from '@tallyboard/core/time/units.ts';
import type { SavedAlert, SavedAlerts } from '@tallyboard/hosts/saved/alerts.ts';
import type { NewSubscription } from '@tallyboard/hosts/saved/subscriptions.ts';
import { ChoiceField } from '@tallyboard/ui/controls/choice-field.tsx';
import { InputField } from '@tallyboard/ui/controls/text-field.tsx';
import { Checkbox } from '@tallyboard/ui/controls/toggle.tsx';
import { useState } from 'react';
import { useLoaded } from '../../use-loaded.ts';

const WHEN = [
  { value: '* * 1-5', label: 'Monday to Friday' },
  { value: '* * *', label: 'Every day' },
  ...['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'].map(
    (day, at) => ({ value: `* * ${(at + 1) % 7}`, label: `Every ${day}` }),
  ),
  { value: '1 * *', label: 'First day of each month' },
  { value: 'L * *', label: 'Last day of each month' },
] as const;
/** A server that reads a Jira directly hears of none. */
const STORED = [
  { value: 'sprint-closed', label: 'When a sprint is closed' },
  { value: 'version-released', label: 'When a version is released' },
] as const;
const ALERT = { value: 'alert', label: 'When an alert fires' } as const;
const isTimed = (when: string) => when.includes('*');

/** What is chosen: of a schedule its time and zone, of an alert which. `chosen` is null until it is whole. */
export function useWhen(zone: ZoneId, place: SavedAlerts | null) {
  const { value: alerts } = useLoaded(place, async (from, signal) => from.all(signal));
  const [when, setWhen] = useState<string>('* * 1');
  const [time, setTime] = useState('08:00');
  const [alertId, setAlertId] = useState<string | null>(null);
  const [back, setBack] = useState(false);
  const [project, setProject] = useState('');
  const alert = alertId ?? alerts?.[0]?.id ?? null;
  // The browser's field has a whole time or none.
  const [, hour = '', minute = ''] = /^(\d{2}):(\d{2})$/.exec(time) ?? [];
  const chosen = (): Pick<NewSubscription, 'cron' | 'zone' | 'event' | 'of' | 'back'> | null => {
    if (when === 'alert') return alert === null ? null : { event: when, of: alert, back };
    if (when === 'version-released')
      return project.trim() === '' ? null : { event: when, of: project.trim() };
    if (!isTimed(when)) return { event: when };
    return hour === '' ? null : { cron: `${Number(minute)} ${Number(hour)} ${when}`, zone };
  };
  return {
    zone,
    when,
    setWhen,
    time,
    setTime,
    alert,
    setAlertId,
    back,
    setBack,
    project,
    setProject,
    alerts: alerts ?? [],
    isTime: hour !== '',
    chosen: chosen(),
  };
}

export function WhenFields(props: {
  readonly form: ReturnType<typeof useWhen>;
  /** Where nothing is sent by events. */
  readonly onlyTimes?: boolean;
  /** The server has data of its own, whose events it hears of. */
  readonly isStored?: boolean;
}) {
  const { form, onlyTimes = false, isStored = false } = props;
  const { zone, when, alerts, alert, back } = form;
  const events = [...(isStored ? STORED : []), ...(alerts.length > 0 ? [ALERT] : [])];
  const options = onlyTimes ? WHEN : [...WHEN, ...events];
  return (
    <>
      <ChoiceField label="When" options={options} value={when} onChange={form.setWhen} />
      {isTimed(when) && (
        <InputField
          type="time"
          label={`Time (${zone})`}
          value={form.time}
          error={form.isTime ? undefined : 'Enter hours and minutes.'}
          onChange={({ target }) => form.setTime(target.value)}
        />
      )}
      {when === 'version-released' && (
        <InputField
          label="Project"
          required
          value={form.project}
          placeholder="Key"
          onChange={({ target }) => form.setProject(target.value)}
        />
      )}
      {when === 'alert' && (
        <ChoiceField
          label="Alert"
          options={alerts.map(each => ({ value: each.id, label: labelOf(each) }))}
          value={alert ?? ''}
          onChange={form.setAlertId}
        />
      )}
      {when === 'alert' && (
        <Checkbox label="Also when it is back" checked={back} onChange={form.setBack} />
      )}
    </>
  );
}

const labelOf = ({ name, figure, conditionText }: SavedAlert) =>
  `${name ?? ''}: ${figure} ${conditionText}`;

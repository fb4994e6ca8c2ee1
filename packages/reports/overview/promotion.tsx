import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';

/** Shown by Lite in place of the breakdowns, in its trial above them. */
export default function Promotion({ trial }: { readonly trial: boolean }) {
  return (
    <SectionMessage kind="information" title="Breakdowns are part of Standard">
      {trial
        ? 'They are here for a limited time. Keep them, with every other report,'
        : 'See the same figures by assignee, project, sprint and epic, in issues, story points or time,'}{' '}
      with <a href="/docs?app=reports">Tallyboard Standard</a>.
    </SectionMessage>
  );
}

import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';

/** What Lite shows in place of the breakdowns. */
export function Promotion() {
  return (
    <SectionMessage kind="information" title="Breakdowns are part of Standard">
      See the same figures by assignee, project, sprint and epic, in issues, story points or time,
      with <a href="/docs?app=reports">Tallyboard Standard</a>.
    </SectionMessage>
  );
}

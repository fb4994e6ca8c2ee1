import { SectionMessage } from '@tallyboard/ui/feedback/states.tsx';

/** What Lite shows under a report that Standard adds to. */
export function StandardPromotion({ report }: { readonly report: string }) {
  return (
    <SectionMessage kind="information" title={`${report} is part of Standard`}>
      It is here for a limited time. <a href="/docs?app=reports">Tallyboard Standard</a> keeps it,
      with every other report.
    </SectionMessage>
  );
}

import type { ReportContext } from '@tallyboard/core/model/context.ts';
import type { AnyReport } from '@tallyboard/report-kit/contract.ts';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useLayoutEffect } from 'react';
import { expect, test } from 'vitest';
import { type Session, SessionContext } from '../start/session.ts';
import { useReportRun } from './report-run.ts';

const report = {
  id: 'text',
  settings: { serialize: (settings: unknown) => settings },
  withoutIssues: (settings: unknown) => settings,
} as unknown as AnyReport;
const contextAt = (asOf: number) => ({ asOf, zone: 'UTC' }) as ReportContext;
const session = { engine: {}, host: {}, now: () => 1 } as unknown as Session;
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
);

test('loading lasts until the last result is rendered, which is deferred', async () => {
  const commits: { readonly isBusy: boolean; readonly isLast: boolean; readonly isOwn: boolean }[] =
    [];
  const { result, rerender } = renderHook(
    settings => {
      const { run, state } = useReportRun({ report, jql: '', settings, contextAt });
      useLayoutEffect(() => {
        const isLast = state.shown === run.read().shown;
        const isOwn = state.shown?.computed.result === settings;
        commits.push({ isBusy: state.percent !== null, isLast, isOwn });
      });
      return state;
    },
    { wrapper, initialProps: 'one' },
  );
  for (const settings of ['one', 'two']) {
    rerender(settings);
    await waitFor(() => {
      expect(result.current.percent).toBeNull();
      expect(result.current.shown?.computed.result).toBe(settings);
    });
  }
  const behind = commits.filter(({ isLast }) => !isLast);
  expect(behind).toHaveLength(2);
  expect(behind.every(({ isBusy }) => isBusy)).toBe(true);
  // From the first rendering of a request on, before it starts.
  expect(commits.filter(({ isOwn, isBusy }) => !isOwn && !isBusy)).toEqual([]);
});

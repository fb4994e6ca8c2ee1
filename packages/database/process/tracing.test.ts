import { type Attributes, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api';
import { afterEach, expect, test } from 'vitest';
import { traceHeaders, withSpan } from './tracing.ts';

afterEach(() => trace.disable());

test('a span has the counts of its value, or the kind of its error: never the message, which may quote a query', async () => {
  const seen: unknown[] = [];
  const startActiveSpan = (name: string, { attributes }: never, work: (span: Span) => unknown) => {
    const own: Attributes = { ...(attributes as Attributes) };
    const span = {
      isRecording: () => true,
      setAttribute: (key: string, value: string) => Object.assign(own, { [key]: value }),
      setAttributes: (more: Attributes) => Object.assign(own, more),
      setStatus: (status: object) => seen.push(status),
      end: () => seen.push([name, own]),
    };
    return work(span as unknown as Span);
  };
  const tracer = { startActiveSpan, startSpan: () => trace.getSpan(ROOT_CONTEXT) };
  trace.setGlobalTracerProvider({ getTracer: () => tracer as never });
  await withSpan(
    'load',
    { report: 'age' },
    async () => [1, 2],
    ({ length }) => ({ length }),
  );
  const fail = () => Promise.reject(new TypeError("'secret' is no field."));
  await expect(withSpan('load', {}, fail)).rejects.toThrow('secret');
  expect(seen).toEqual([
    ['tallyboard.load', { report: 'age', length: 2 }],
    { code: 2 },
    ['tallyboard.load', { 'error.type': 'TypeError' }],
  ]);
});

test('without an SDK work runs and no headers are sent to other processes', async () => {
  expect(await withSpan('load', {}, async () => traceHeaders())).toBeUndefined();
});

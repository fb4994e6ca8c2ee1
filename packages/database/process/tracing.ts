/** Spans of OpenTelemetry; without an SDK, which is the operator's choice, they cost nothing. See docs/metrics.md. */
import { type Attributes, context, propagation, SpanStatusCode, trace } from '@opentelemetry/api';

/** Attributes never hold what readers typed or see: no query, key or name. */
export type { Attributes };

/** The context of a trace for another process, as W3C headers; absent without an SDK. */
export type TraceHeaders = Readonly<Record<string, string>>;

/** Runs work in a span. `describe` adds attributes of its value. Of an error it has the kind alone, since messages quote queries. */
export function withSpan<Value>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Value>,
  describe?: (value: Value) => Attributes,
): Promise<Value> {
  return trace
    .getTracer('tallyboard')
    .startActiveSpan(`tallyboard.${name}`, { attributes }, async span => {
      try {
        const value = await work();
        if (describe && span.isRecording()) span.setAttributes(describe(value));
        return value;
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
        throw error;
      } finally {
        span.end();
      }
    });
}

export function traceHeaders(): TraceHeaders | undefined {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return Object.keys(headers).length > 0 ? headers : undefined;
}

/** Runs work as a part of the trace of another process. */
export const inTrace = <Value>(headers: TraceHeaders | undefined, work: () => Value): Value =>
  headers ? context.with(propagation.extract(context.active(), headers), work) : work();

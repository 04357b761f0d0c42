-- Tells the provider, through a worker, to stop an attempt. Returns the request's id; the answer is evidence.
CREATE OR REPLACE FUNCTION oncedesk.stop_at_provider(attempt_id bigint) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
    SELECT request_of_provider(stop_at_provider.attempt_id, 'stop')
$$;

-- Asks the provider, through a worker, what became of an attempt. Returns the request's id.
CREATE OR REPLACE FUNCTION oncedesk.ask_provider(attempt_id bigint) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = oncedesk, pg_temp AS $$
    SELECT request_of_provider(ask_provider.attempt_id, 'ask')
$$;

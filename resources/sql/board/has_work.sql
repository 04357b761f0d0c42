-- Whether anything at these providers, all of them when none is named, still wants a worker.
SELECT EXISTS (SELECT FROM oncedesk.attempt_view a JOIN oncedesk.provider_view p ON p.name = a.provider
                WHERE a.state = 'pending' AND p.enabled AND (cardinality($1::text[]) = 0 OR a.provider = ANY ($1::text[])))
    OR EXISTS (SELECT FROM oncedesk.attempt_view a
                WHERE a.state = 'started' AND (cardinality($1::text[]) = 0 OR a.provider = ANY ($1::text[])))
    OR EXISTS (SELECT FROM oncedesk.request_view r
                WHERE r.answered_at IS NULL AND (cardinality($1::text[]) = 0 OR r.provider = ANY ($1::text[]))) AS has_work

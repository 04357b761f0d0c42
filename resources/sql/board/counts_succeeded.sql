-- Exact, by looking at every job.
SELECT count(*) AS succeeded FROM oncedesk.job_view j WHERE j.completed_by IS NOT NULL AND j.owner_id NOT IN ('lab', 'lab-neighbour')
